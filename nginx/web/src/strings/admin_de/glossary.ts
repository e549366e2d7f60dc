// SPDX-License-Identifier: Apache-2.0
// The glossary in the admin console, in German.
import type { AdminStrings } from '../admin_en.ts';

export const glossary: AdminStrings['glossary'] = {
  title: 'Glossar',
  about:
    'Was die eigenen Namen Ihrer Organisation bedeuten. Suchen und künftige Läufe finden Nachweise, in denen „HarbourLink“ steht, wo eine Anforderung ein VPN verlangt.',
  entries: 'Namen',
  entry: (n) => `Name ${n.toLocaleString('de-DE')}`,
  expression: 'In Ihren Dokumenten',
  meaning: 'Bedeutung',
  none: 'Noch sind keine Namen erklärt.',
  add: 'Name hinzufügen',
  remove: (n) => `Name ${n.toLocaleString('de-DE')} entfernen`,
  saved: 'Das Glossar ist geändert.',
  version: (n) => `Fassung ${n.toLocaleString('de-DE')}`,
  pastStays:
    'Ein Lauf behält das Glossar, das bei seinem Start galt. Beurteilung und Zitate lesen Dokumente so, wie sie geschrieben sind.',
};
