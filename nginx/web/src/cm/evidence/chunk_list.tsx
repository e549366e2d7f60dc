// SPDX-License-Identifier: Apache-2.0
// The chunks of a document, in order: the units of search and citation. Pressing one shows its place.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError, get, type Schemas } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign } from '../../design/inline.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { number } from '../../strings/format.ts';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';

type Chunk = Schemas['Chunk'];

const AT_ONCE = 100;

export function ChunkList({
  documentId,
  fileType,
  pageLabels,
  total,
  current,
  onPick,
}: {
  documentId: string;
  fileType: string;
  pageLabels: readonly string[]; // what the document calls its pages; none: by their numbers
  total: number;
  current: string | undefined;
  onPick: (chunk: Chunk) => void;
}) {
  const words = t().evidence;
  const [chunks, setChunks] = useState<readonly Chunk[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  const load = useCallback(
    async (from: string | null) => {
      setBusy(true);
      setError(null);
      try {
        const page = await get('/api/documents/{documentId}/chunks', {
          path: { documentId },
          query: { limit: AT_ONCE, cursor: from },
        });
        setChunks((before) => [...(from === null ? [] : (before ?? [])), ...page.chunks]);
        setCursor(page.nextCursor);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure);
      } finally {
        setBusy(false);
      }
    },
    [documentId],
  );
  useEffect(() => void load(null), [load, total]);

  if (error) return <ErrorNote error={error} onRetry={() => void load(cursor)} />;
  if (!chunks) return <Skeleton lines={6} />;
  if (chunks.length === 0) return <p class="second">{words.noChunks}</p>;
  return (
    <>
      <ol class="chunk-list">
        {chunks.map((chunk) => (
          <li key={chunk.id}>
            <button
              type="button"
              class="chunk"
              aria-current={chunk.id === current ? 'true' : undefined}
              onClick={() => onPick(chunk)}>
              <span class="small second clip-2">
                {words.chunkAt(
                  chunk.chunkIndex + 1,
                  placeAt(fileType, chunk.pageNumber, pageLabels[chunk.pageNumber - 1]),
                )}
                {chunk.headingPath && (
                  <>
                    {' '}
                    · <Foreign>{chunk.headingPath}</Foreign>
                  </>
                )}
              </span>
              <span class="passage clip-5 pre" dir="auto">
                <Foreign>{chunk.content}</Foreign>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {cursor && (
        <Button busy={busy} onClick={() => void load(cursor)}>
          {words.moreChunks(number(Math.max(0, total - chunks.length)))}
        </Button>
      )}
    </>
  );
}
