// SPDX-License-Identifier: Apache-2.0
// The terms that several views share, and the service’s own sentences, in German.
import type { Strings } from '../en.ts';
import { countDe as count } from '../count.ts';
import { failuresDe, failureSentencesDe, errorsDe } from './failures.ts';

export const status: Strings['status'] = {
  COMPLETE: 'Erfüllt',
  PARTIAL: 'Teilweise',
  MISSING: 'Fehlend',
  FAILED: 'Fehlgeschlagen',
  none: 'Nicht beurteilt',
};

export const confidence: Strings['confidence'] = {
  label: 'Konfidenz',
  from: (partial, complete) => `teilweise ab ${partial}, erfüllt ab ${complete}`,
};

export const roles: Strings['roles'] = {
  VIEWER: 'Lesend',
  MEMBER: 'Mitglied',
  ADMIN: 'Administration',
  SUPER_ADMIN: 'Oberste Administration',
};

export const units: Strings['units'] = {
  page: {
    at: (n) => `Seite ${n}`,
    title: (n) => `Seite ${n}`,
    called: (label) => `Seite ${label}`,
    calledAt: (label, n) => `Seite ${label} (${n})`,
    calledTitle: (label, n) => `Seite ${label} (${n})`,
    count: (n) => count(n, 'Seite', 'Seiten'),
    field: 'Seite',
    many: 'Seiten',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    marked: (n) => `Die Wörter sind auf Seite ${n} markiert.`,
  },
  sheet: {
    at: (n) => `Blatt ${n}`,
    title: (n) => `Blatt ${n}`,
    count: (n) => count(n, 'Blatt', 'Blätter'),
    field: 'Blatt',
    many: 'Blätter',
    previous: 'Voriges Blatt',
    next: 'Nächstes Blatt',
    marked: (n) => `Die Wörter sind auf Blatt ${n} markiert.`,
  },
  slide: {
    at: (n) => `Folie ${n}`,
    title: (n) => `Folie ${n}`,
    count: (n) => count(n, 'Folie', 'Folien'),
    field: 'Folie',
    many: 'Folien',
    previous: 'Vorige Folie',
    next: 'Nächste Folie',
    marked: (n) => `Die Wörter sind auf Folie ${n} markiert.`,
  },
};

export const failures: Strings['failures'] = failuresDe;

export const failureSentences: Strings['failureSentences'] = failureSentencesDe;

export const errors: Strings['errors'] = errorsDe;
