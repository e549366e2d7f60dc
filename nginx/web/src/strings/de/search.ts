// SPDX-License-Identifier: Apache-2.0
// The search, in German.
import type { Strings } from '../en.ts';
import { countDe as count } from '../count.ts';

export const search: Strings['search'] = {
  title: 'Suche',
  summary: 'Stellen der Nachweise nach ihrem Sinn, wie ein Lauf sie findet, und Anforderungen nach ihren Wörtern.',
  label: 'Nachweise, Anforderungen suchen',
  nothing: 'Was suchen Sie?',
  nothingWhy: 'Fragen Sie in einem Satz oder wenigen Wörtern: „Wie oft werden Zugriffsrechte überprüft“.',
  passages: 'Nachweise',
  best: (n) => `${count(n, 'Stelle', 'Stellen')}, die beste zuerst`,
  noPassage: 'Keine Stelle passt dazu.',
  farOnly: 'Nichts in den Nachweisen passt genau dazu.',
  farOnlyWhy: 'Keine Stelle hat diese Wörter oder sagt etwas Ähnliches. Die ähnlichsten stehen darunter.',
  requirements: 'Anforderungen',
  noRequirement: 'Keine Anforderung hat diese Wörter.',
  all: (n) => `Alle ${n} zeigen`,
};
