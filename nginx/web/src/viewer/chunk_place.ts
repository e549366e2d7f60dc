// SPDX-License-Identifier: Apache-2.0
// Looks up the place of a chunk.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../api/client.ts';
import { ApiError } from '../api/transport.ts';
import type { Place } from './place.ts';

// The chunk, also one that was replaced when the document was read again.
async function findChunk(documentId: string, chunkId: string, signal: AbortSignal) {
  try {
    return await get('/api/documents/{documentId}/chunks/{chunkId}', { path: { documentId, chunkId }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

// Looks up a place given only as a chunk; null until it is found. A chunk that is not found leaves the place as it is.
export function useChunkPlace(documentId: string, place: Place): Place | null {
  const named = place.quote === undefined && place.start === undefined ? place.chunkId : undefined;
  const [held, setHeld] = useState<{ chunkId: string; place: Place | null } | null>(null);
  useEffect(() => {
    if (named === undefined) return undefined;
    const ended = new AbortController();
    findChunk(documentId, named, ended.signal).then(
      (chunk) =>
        setHeld({
          chunkId: named,
          place: chunk
            ? {
                chunkId: named,
                pageNumber: chunk.pageNumber,
                quote: chunk.content,
                // Offsets of a replaced chunk are not those of the text: its words are looked for.
                ...(chunk.replaced ? {} : { start: chunk.startOffset, end: chunk.endOffset }),
              }
            : null,
        }),
      (error: unknown) => {
        if (!ended.signal.aborted && error instanceof ApiError) setHeld({ chunkId: named, place: null });
      },
    );
    return () => ended.abort();
  }, [documentId, named]);
  if (named === undefined) return place;
  return held?.chunkId === named ? (held.place ?? place) : null;
}
