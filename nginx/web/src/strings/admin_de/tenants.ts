// SPDX-License-Identifier: Apache-2.0
// The organisations in the admin console, in German.
import type { AdminStrings } from '../admin_en.ts';
import { countDe as count } from '../count.ts';

export const tenants: AdminStrings['tenants'] = {
  title: 'Mandanten',
  summary: (n) => count(n, 'Organisation in dieser Installation', 'Organisationen in dieser Installation'),
  name: 'Name',
  nameHint: 'Single Sign-on findet eine Organisation unter diesem Namen.',
  id: 'Kennung',
  since: 'Seit',
  own: 'Ihre eigene',
  act: 'Dafür handeln',
  current: 'Sie handeln dafür',
  currentLong: 'Sie handeln für diese Organisation.',
  otherLong: 'Sie handeln gerade nicht für sie.',
  add: 'Mandanten hinzufügen',
  added: (name) => `${name} ist hinzugefügt.`,
  withAdmin: 'Mit erster Administratorin oder erstem Administrator',
  withAdminHint: 'Sonst kann nur die Oberadministration darin arbeiten.',
  adminName: 'Name der Person',
  rename: 'Umbenennen',
  saved: 'Der Mandant ist umbenannt.',
  holds: 'Was er enthält',
  people: 'Personen',
  documents: 'Dokumente',
  failedDocuments: 'Fehlgeschlagene Dokumente',
  runs: 'Läufe',
  openTasks: 'Offene Aufgaben',
  packs: 'Gebundene Kataloge',
  leaving: {
    title: 'Wenn sie geht',
    about: 'Eine ganze Organisation exportiert und tilgt der Betrieb, auf einem Rechner dieser Installation:',
    exporting: 'Alles exportieren',
    exportWhat:
      'Schreibt ihre Zeilen, gespeicherten Dateien und ihr Prüfprotokoll in einen neuen Ordner, mit SHA256SUMS. Passwörter, Tokens und Geheimnisse fehlen darin.',
    folder: 'ORDNER',
    erasing: 'Alles tilgen',
    eraseWhat:
      'Entfernt sie mit allen Aufzeichnungen und Dateien. Das lässt sich nicht rückgängig machen. Ein signierter Vermerk, wo ihr Prüfprotokoll endete, bleibt. Sicherungen enthalten sie, bis sie entfernt werden.',
    held: 'Eine Aufbewahrungspflicht verbietet, sie zu tilgen:',
  },
};
