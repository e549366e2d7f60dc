// SPDX-License-Identifier: Apache-2.0
// Retention, legal holds and erasures in the admin console, in German.
import type { AdminStrings } from '../admin_en.ts';
import { countDe as count } from '../count.ts';

const things = (documents: number, exports: number) =>
  `${count(documents, 'Dokument', 'Dokumente')} und die Dateien von ${count(exports, 'Export', 'Exporten')}`;

export const retention: AdminStrings['retention'] = {
  title: 'Aufbewahrung',
  about: 'Wie lange Nachweise bleiben, was eine Aufbewahrungspflicht bewahrt, und was getilgt wurde.',
  parts: { rules: 'Regeln', holds: 'Aufbewahrungspflichten', erasures: 'Tilgungen' },
  rules: 'Regeln',
  kinds: { documents: 'Dokumente', exports: 'Dateien von Exporten' },
  hints: {
    documents: 'Ab dem Hochladen gezählt. Jedes wird getilgt, wie es die Administration täte.',
    exports: 'Ab der Erstellung gezählt.',
  },
  keep: 'Behalten',
  days: 'Nach Tagen entfernen',
  daysOf: { documents: 'Tage bis zur Tilgung von Dokumenten', exports: 'Tage bis zum Entfernen der Exportdateien' },
  whole: 'Eine ganze Zahl von 1 bis 36.500',
  stay: 'Läufe, Bewertungen und das Prüfprotokoll bleiben immer.',
  saved: 'Die Aufbewahrungsregeln sind gespeichert.',
  asks: 'Diese Regeln speichern?',
  asksWhy:
    'Sie gelten ab einem Tag nach dem Speichern, einmal je Stunde. Bis dahin können Sie sie ändern. Was sie entfernen, lässt sich nicht zurückholen.',
  due: 'Was sie heute entfernen',
  dueNothing: 'Nichts ist alt genug.',
  dueOf: (documents, exports) => `${things(documents, exports)}.`,
  dueLater: 'Diese Regeln gelten ab',
  dueKept:
    'Nicht gezählt und behalten: was unter Aufbewahrungspflicht steht, und Dokumente eines Laufs, der nicht beendet ist.',
  set: 'Gesetzt von',
  never: 'Es wurden nie Regeln gesetzt: Alles bleibt.',
  holds: {
    standing: 'Bestehend',
    all: 'Alle',
    filterLabel: 'Aufbewahrungspflichten filtern',
    everything: 'Alles bewahren…',
    everythingTitle: 'Alles der Organisation bewahren',
    everythingAbout:
      'Kein Dokument und keine Exportdatei wird gelöscht, getilgt oder nach Alter entfernt, bis die Pflicht aufgehoben ist.',
    act: 'Alles bewahren',
    done: 'Alles steht unter Aufbewahrungspflicht.',
    what: 'Was',
    allDocuments: 'Alles',
    by: 'Gesetzt von',
    at: 'Gesetzt',
    state: 'Stand',
    stands: 'Besteht',
    released: 'Aufgehoben',
    none: 'Keine Aufbewahrungspflichten',
    noneWhy: 'Setzen Sie eine auf der Seite eines Dokuments im Portal, oder hier für alles.',
    noneStanding: 'Keine besteht.',
  },
  erasures: {
    filterLabel: 'Tilgungen filtern',
    every: 'Alle',
    document: 'Dokument',
    others: (n) => `mit ${count(n, 'weiteren', 'weiteren')}`,
    state: 'Stand',
    status: { QUEUED: 'Wartet', IN_PROGRESS: 'Entfernt Dateien', COMPLETED: 'Erledigt', FAILED: 'Fehlgeschlagen' },
    reason: 'Grund',
    by: 'Durch',
    at: 'Um',
    show: 'Zeigen',
    showOf: (name) => `Die Tilgung von ${name} zeigen`,
    none: 'Nichts wurde getilgt',
    noneWhy: 'Dokumente werden auf ihrer Seite im Portal getilgt, oder durch die Aufbewahrungsregeln.',
    noneOfThese: 'Davon gibt es keine.',
  },
};
