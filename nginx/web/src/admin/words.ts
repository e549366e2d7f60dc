// SPDX-License-Identifier: Apache-2.0
// The strings of the admin console: the shared ones and its own.
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

// The admin console's counterpart of t() in strings/words.ts.
export const t = (): Strings & AdminStrings => both.value;
