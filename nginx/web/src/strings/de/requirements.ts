// SPDX-License-Identifier: Apache-2.0
// The requirements and the choice of a pack, in German.
import type { Strings } from '../en.ts';
import { countDe as count } from '../count.ts';

export const requirements: Strings['requirements'] = {
  title: 'Anforderungen',
  caption: 'Anforderungen des Katalogs, nach Kriterium',
  summary: (shown, all) =>
    shown === all
      ? count(all, 'Anforderung', 'Anforderungen')
      : `${shown} von ${count(all, 'Anforderung', 'Anforderungen')}`,
  requirement: 'Anforderung',
  status: 'Status',
  cited: 'Zitate',
  judged: 'Beurteilt',
  result: 'Ergebnis',
  resultOf: (label) => `Ergebnis zu ${label}`,
  completeOf: (complete, all) => `${complete} von ${all}`,
  accepted: 'Von einer Prüfung angenommen',
  overridden: 'Von einer Prüfung überstimmt',
  filterLabel: 'Anforderungen filtern',
  filters: {
    all: 'Alle',
    COMPLETE: 'Erfüllt',
    PARTIAL: 'Teilweise',
    MISSING: 'Fehlend',
    FAILED: 'Fehlgeschlagen',
    none: 'Nicht beurteilt',
    undecided: 'Zu entscheiden',
  },
  notOnly: (criterion) => `Auch andere Kriterien als ${criterion} zeigen`,
  search: 'Anforderung finden',
  foldAll: 'Alle zuklappen',
  openAll: 'Alle aufklappen',
  none: 'Der Katalog hat keine Anforderungen',
  noneWhy: 'Die Administration kann eine andere Fassung einspielen.',
  noMatch: 'Keine Anforderung passt',
  noMatchWhy: 'Wählen Sie einen anderen Filter, oder heben Sie alle auf.',
  clear: 'Filter aufheben',
  nothingJudged: 'Noch keine von ihnen wurde beurteilt.',
  goToRuns: 'Zu den Läufen',
  sheet: (label) => `Anforderung ${label}`,
  expected: 'Erwartete Nachweise',
  guidance: 'Hinweise',
  run: 'Lauf',
  neverJudged: 'Noch kein Lauf hat sie beurteilt.',
  openTask: 'Ihre Aufgabe öffnen',
  openResult: 'Ergebnis öffnen',
};

export const packChoice: Strings['packChoice'] = {
  choose: 'Katalog',
  noneBound: 'Kein Katalog ist gebunden',
  noneBoundWhy: 'Ein Katalog enthält die Anforderungen, an denen Sie gemessen werden. Die Administration bindet einen.',
};
