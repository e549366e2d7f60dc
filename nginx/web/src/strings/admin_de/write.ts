// SPDX-License-Identifier: Apache-2.0
// Saving changes in the admin console, in German.
import type { AdminStrings } from '../admin_en.ts';

export const write: AdminStrings['write'] = {
  save: 'Änderungen speichern',
  undo: 'Zurücknehmen',
  acts: 'Handlungen',
  changed: 'Jemand anders hat dies geändert, nachdem Sie es geöffnet haben.',
  changedWhy: 'Von Ihnen wurde nichts gespeichert. Laden Sie den jetzigen Stand und ändern Sie dann erneut.',
  load: 'Jetzigen Stand laden',
  newest: (n) => `Die neuesten ${n.toLocaleString('de-DE')} werden gezeigt.`,
};
