// SPDX-License-Identifier: Apache-2.0
// Manages the language. English is always loaded; another table is loaded when chosen. In a component, t()
// returns the table, and the component renders again when the language changes.
import { signal } from '@preact/signals';
import { en, type Strings } from './en.ts';

type Language = 'en' | 'de';
export const LANGUAGES: readonly { code: Language; name: string }[] = [
  { code: 'en', name: 'English' }, // each name in its own language
  { code: 'de', name: 'Deutsch' },
];
const KEPT = 'assay.language';

const table = signal<Strings>(en);
export const language = signal<Language>('en');

export const t = (): Strings => table.value;

// For Intl: numbers, dates and plurals.
export const locale = (): string => (language.value === 'de' ? 'de-DE' : 'en-GB');

// Registers a front end's own table, to be loaded with the shared one. `load` returns its installer.
type Load = (code: Language) => Promise<() => void>;
const alongside: Load[] = [];
export const loadAlongside = (load: Load): unknown => alongside.push(load);

async function speak(code: Language): Promise<void> {
  const [common, ...own] = await Promise.all([
    code === 'de' ? import('./de.ts').then(({ de }) => de) : en,
    ...alongside.map((load) => load(code)),
  ]);
  table.value = common;
  for (const put of own) put();
  language.value = code;
  document.documentElement.lang = code;
}

export async function chooseLanguage(code: Language): Promise<void> {
  localStorage.setItem(KEPT, code);
  await speak(code);
}

// Uses the language chosen earlier in this browser, else the browser's own.
export async function startLanguage(): Promise<void> {
  const wanted = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  const known = LANGUAGES.find(({ code }) => code === wanted);
  if (known && known.code !== 'en') await speak(known.code);
}
