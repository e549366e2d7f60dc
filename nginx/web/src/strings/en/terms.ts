// SPDX-License-Identifier: Apache-2.0
// The terms that several views share, and the service’s own sentences, in English.
import { countEn as count } from '../count.ts';

export const status = {
  COMPLETE: 'Complete',
  PARTIAL: 'Partial',
  MISSING: 'Missing',
  FAILED: 'Failed',
  none: 'Not assessed',
};

export const confidence = {
  label: 'Confidence',
  from: (partial: string, complete: string) => `partial from ${partial}, complete from ${complete}`,
};

export const roles = { VIEWER: 'Viewer', MEMBER: 'Member', ADMIN: 'Administrator', SUPER_ADMIN: 'Super administrator' };

// The units of a document by its kind of file; `at` is used within a line of text.
export const units = {
  page: {
    at: (n: number) => `page ${n}`,
    title: (n: number) => `Page ${n}`,
    // What the document calls the page, and its number.
    called: (label: string) => `page ${label}`,
    calledAt: (label: string, n: number) => `page ${label} (${n})`,
    calledTitle: (label: string, n: number) => `Page ${label} (${n})`,
    count: (n: number) => count(n, 'page', 'pages'),
    field: 'Page',
    many: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    marked: (n: number) => `The words are marked on page ${n}.`,
  },
  sheet: {
    at: (n: number) => `sheet ${n}`,
    title: (n: number) => `Sheet ${n}`,
    count: (n: number) => count(n, 'sheet', 'sheets'),
    field: 'Sheet',
    many: 'Sheets',
    previous: 'Previous sheet',
    next: 'Next sheet',
    marked: (n: number) => `The words are marked on sheet ${n}.`,
  },
  slide: {
    at: (n: number) => `slide ${n}`,
    title: (n: number) => `Slide ${n}`,
    count: (n: number) => count(n, 'slide', 'slides'),
    field: 'Slide',
    many: 'Slides',
    previous: 'Previous slide',
    next: 'Next slide',
    marked: (n: number) => `The words are marked on slide ${n}.`,
  },
};

// Translations of the service's own sentences: failures by their code, refusals by the error's code.
// A sentence without a translation is shown as the service wrote it.
export const failures = {} as Record<string, (reason: string) => string | null>;

export const failureSentences = [] as readonly (readonly [RegExp, (found: RegExpExecArray) => string])[];

export const errors = {} as Record<string, (details: Readonly<Record<string, unknown>>) => string>;
