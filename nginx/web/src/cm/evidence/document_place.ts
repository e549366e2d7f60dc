// SPDX-License-Identifier: Apache-2.0
// Encodes a place in a document in its address, so that a link leads to the exact words:
// ?page=3&start=5210&end=5257&quote=…, or ?chunk=ID.
import type { Query } from '../../shell/query.ts';
import type { Place } from '../../viewer/document_viewer.tsx';

const whole = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

export const placeIn = (query: Query): Place => ({
  pageNumber: whole(query.get('page')),
  start: whole(query.get('start')),
  end: whole(query.get('end')),
  quote: query.get('quote') || undefined,
  chunkId: query.get('chunk') || undefined,
});

// The path below /cm.
export function documentPath(documentId: string, { pageNumber, start, end, quote, chunkId }: Place = {}): string {
  const query = new URLSearchParams();
  const parts = { page: pageNumber, start, end, quote, chunk: chunkId };
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, String(value));
  return `/evidence/${documentId}${query.size > 0 ? `?${query}` : ''}`;
}
