// SPDX-License-Identifier: Apache-2.0
// The order of the list, and the API queries of its filters.
import { locale } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';

export const FILTERS = ['all', 'ready', 'reading', 'failed', 'uncited'] as const;
export type Filter = (typeof FILTERS)[number];
export const ORDERS = ['newest', 'oldest', 'name', 'size', 'used'] as const;
export type Order = (typeof ORDERS)[number];
export const TYPES = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'doc',
  'xls',
  'ppt',
  'msg',
  'epub',
  'rtf',
  'eml',
  'mbox',
  'mhtml',
  'md',
  'txt',
  'html',
  'csv',
  'tsv',
  'json',
  'xml',
  'svg',
  'vcf',
  'ics',
  'zip',
  'tar',
  '7z',
  'gz',
  'bz2',
  'xz',
] as const;

export const ASKED = {
  all: {},
  ready: { status: 'READY' },
  reading: { reading: true },
  failed: { status: 'FAILED' },
  uncited: { status: 'READY', cited: false },
} as const;

// The service lists the newest first; any other order needs the whole list here.
export function ordered(rows: readonly DocumentRow[], order: Order): readonly DocumentRow[] {
  if (order === 'newest') return rows;
  if (order === 'oldest') return rows.toReversed();
  const names = new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' });
  return rows.toSorted(
    {
      name: (a: DocumentRow, b: DocumentRow) => names.compare(a.originalFilename, b.originalFilename),
      size: (a: DocumentRow, b: DocumentRow) => b.sizeBytes - a.sizeBytes,
      used: (a: DocumentRow, b: DocumentRow) => b.citedBy - a.citedBy,
    }[order],
  );
}
