// SPDX-License-Identifier: Apache-2.0
// The words of the admin console: those that all views share, and its own.
import { computed, signal } from '@preact/signals';
import { adminEn, type AdminStrings } from '../strings/admin_en.ts';
import type { Strings } from '../strings/en.ts';
import { loadAlongside, t as common } from '../strings/words.ts';

const own = signal<AdminStrings>(adminEn);
const both = computed((): Strings & AdminStrings => ({ ...common(), ...own.value }));

loadAlongside(async (code) => {
  const words = code === 'de' ? (await import('../strings/admin_de.ts')).adminDe : adminEn;
  return () => {
    own.value = words;
  };
});

// What t() of strings/words.ts is to all views.
export const t = (): Strings & AdminStrings => both.value;
