// SPDX-License-Identifier: Apache-2.0
// Follows the documents in sight that are still being read: one request after another, at most two a
// second, each with the ETag of the previous one. Sends none while no document is being read.
import { useEffect, useRef } from 'preact/hooks';
import { address, readIfChanged, type Schemas } from '../../api/client.ts';
import { followQuietly } from '../../api/polling.ts';
import type { DocumentRow } from './document_cells.tsx';

type DocumentProgress = Schemas['DocumentProgress'];

const PAUSE = 700; // ms

export const moves = ({ status }: DocumentRow) => status !== 'READY' && status !== 'FAILED';

export function useProgress(seen: readonly DocumentRow[], onProgress: (progress: DocumentProgress) => void): void {
  const latest = useRef({ seen, onProgress });
  latest.current = { seen, onProgress };
  const moving = seen.some(moves);
  useEffect(() => {
    if (!moving) return undefined;
    const tags = new Map<string, string | null>();
    let turn = 0;
    return followQuietly(PAUSE, async (signal) => {
      const left = latest.current.seen.filter(moves);
      const row = left[turn++ % Math.max(1, left.length)];
      if (!row) return { next: null, same: true };
      const url = address('/api/documents/{documentId}/status', { path: { documentId: row.id } });
      const answer = await readIfChanged<DocumentProgress>(url, tags.get(row.id) ?? null, signal);
      if (answer) {
        tags.set(row.id, answer.etag);
        latest.current.onProgress(answer.body);
      }
      return { next: PAUSE, same: answer === null };
    });
  }, [moving]);
}
