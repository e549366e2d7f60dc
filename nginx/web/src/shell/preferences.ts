// SPDX-License-Identifier: Apache-2.0
// A person's choices for this browser: light or dark, single-key shortcuts. (The language is in
// strings/words.ts.)
import { effect, signal } from '@preact/signals';

type Theme = 'auto' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

const stored = (key: string): string | null => localStorage.getItem(`assay.${key}`);

export const theme = signal<Theme>(THEMES.find((one) => one === stored('theme')) ?? 'auto');
export const singleKeys = signal(stored('keys') !== 'off');

// Applies the preferences, now and on each change.
export function startPreferences(): void {
  effect(() => {
    localStorage.setItem('assay.theme', theme.value);
    if (theme.value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
  effect(() => localStorage.setItem('assay.keys', singleKeys.value ? 'on' : 'off'));
}
