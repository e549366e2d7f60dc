// SPDX-License-Identifier: Apache-2.0
// E-mail in the admin console, in German.
import type { AdminStrings } from '../admin_en.ts';

export const emails: AdminStrings['emails'] = {
  title: 'E-Mail',
  about:
    'Was Benutzer in den letzten 30 Tagen erfuhren, neueste zuerst. Alle wählen in ihren Einstellungen, was sie bekommen.',
  none: 'Noch keine E-Mail',
  noneWhy: 'Nachrichten erscheinen hier, sobald es einen Mailserver gibt und etwas, das jemand erfahren will.',
  noneOfThese: 'Davon gibt es keine.',
  filterLabel: 'E-Mail filtern',
  every: 'Alle',
  to: 'An',
  kinds: {
    TASK_ASSIGNED: 'Zugewiesene Aufgaben',
    RUN_ENDED: 'Lauf beendet',
    WEEKLY_DIGEST: 'Wochenüberblick',
    INVITATION: 'Einladung',
  },
  state: 'Stand',
  status: { PENDING: 'Wartet', SENT: 'Gesendet', SKIPPED: 'Ausgelassen', FAILED: 'Fehlgeschlagen' },
  reason: 'Warum',
  nextTry: 'Nächster Versuch',
  at: 'Um',
  again: 'Erneut senden',
  againTo: (address) => `Erneut an ${address} senden`,
  sentAgain: 'Die Nachricht wird erneut gesendet.',
};
