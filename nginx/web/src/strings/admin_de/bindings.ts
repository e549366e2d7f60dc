// SPDX-License-Identifier: Apache-2.0
// The bindings in the admin console, in German.
import type { AdminStrings } from '../admin_en.ts';
import { countDe as count } from '../count.ts';

export const bindings: AdminStrings['bindings'] = {
  title: 'Bindungen',
  about: 'Nach welchen Katalogen diese Organisation beurteilt wird, in welcher Fassung und mit welchen Schwellen.',
  pack: 'Katalog',
  version: 'Fassung',
  versionOf: (version, requirements) => `${version} (${requirements} Anforderungen)`,
  requirements: 'Anforderungen',
  requirementsOf: (n) => count(n, 'Anforderung', 'Anforderungen'),
  thresholds: 'Schwellen',
  evaluator: 'Bewertung durch',
  evaluators: { builtin: 'Eingebaut', llm: 'Sprachmodell' },
  evaluatorHint: 'Ein Sprachmodell steht nur zur Wahl, wenn die Installation eines hat.',
  changed: 'Geändert',
  defaultPack: 'Standardkatalog',
  bind: 'Katalog binden',
  bindHint: (version, requirements) =>
    `Die neueste Fassung, ${version}, mit ${requirements} Anforderungen. Die Schwellen beginnen bei 0,75 und 0,40.`,
  allBound: 'Alle vorhandenen Kataloge sind schon gebunden. Importieren Sie zuerst einen weiteren.',
  bound: (name) => `${name} ist gebunden.`,
  none: 'Kein Katalog ist gebunden',
  noneWhy: 'Binden Sie einen Katalog, dann können Läufe die Nachweise nach seinen Anforderungen beurteilen.',
  terms: 'Bedingungen künftiger Läufe',
  completeFrom: 'Erfüllt ab',
  completeHint: 'Ab dieser Sicherheit gilt eine Anforderung als erfüllt.',
  partialFrom: 'Teilweise ab',
  partialHint: 'Unter dieser Sicherheit gilt sie als fehlend.',
  seeDifferences: 'Unterschiede zur Fassung in Kraft ansehen',
  save: 'Bindung ändern',
  saved: 'Die Bindung ist geändert.',
  pastStays: 'Läufe haben ihre Bedingungen beim Start übernommen: kein früherer Lauf ändert sich.',
  openPack: 'Katalog öffnen',
  unbind: 'Lösen',
  unbindTitle: (name) => `Bindung an ${name} lösen`,
  unbindWhy:
    'Danach kann kein Lauf über diesen Katalog beginnen. Bisherige Läufe bleiben und können wiederholt werden.',
  unbound: (name) => `Die Bindung an ${name} ist gelöst.`,
  whatIf: 'Was der letzte Lauf ergäbe',
  runOf: 'Lauf von',
  noRun: 'Es gibt noch keinen abgeschlossenen Lauf dieses Katalogs.',
  asItWas: (partial, complete) => `Wie es war: teilweise ab ${partial}, erfüllt ab ${complete}`,
  asItWould: (partial, complete) => `Wie es wäre: teilweise ab ${partial}, erfüllt ab ${complete}`,
  changes: (n) =>
    n === 0
      ? 'Keine Anforderung würde sich ändern.'
      : n === 1
        ? '1 Anforderung würde sich ändern.'
        : `${n.toLocaleString('de-DE')} Anforderungen würden sich ändern.`,
  moreChanges: (n) => `und ${n.toLocaleString('de-DE')} weitere`,
  history: 'Verlauf',
  noHistory: 'Noch wurde nichts geändert.',
  when: 'Wann',
  what: 'Was sich änderte',
  who: 'Durch',
  system: 'Das System',
  notAllowed: 'Eine abgelehnte Änderung',
  actions: { 'binding.put': 'Gebunden', 'binding.delete': 'Gelöst' },
  fields: { thresholds: 'Schwellen', criteriaVersionId: 'Fassung', version: 'Fassung', evaluator: 'Bewertung durch' },
};
