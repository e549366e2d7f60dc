// SPDX-License-Identifier: Apache-2.0
// What goes when documents are deleted or erased: their names, and the service's count of what goes with them.
import { useEffect, useState } from 'preact/hooks';
import { type Answer, ApiError, get } from '../../api/client.ts';
import { Foreign } from '../../design/inline.tsx';
import { Note } from '../../design/states.tsx';
import { bytes } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';

const NAMED = 6;

type Going = Answer<'/api/deletion-preview', 'get'>;

const NOTHING: Going = { documents: 0, chunks: 0, sizeBytes: 0, citedBy: 0 };
const ASKED = 150; // identifiers in a request

// Null until known.
function useGoing(opened: readonly DocumentRow[]): Going | null {
  const [rows] = useState(opened); // the service is asked once
  const [going, setGoing] = useState<Going | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      let all = NOTHING;
      for (let from = 0; from < rows.length; from += ASKED) {
        const documentIds = rows
          .slice(from, from + ASKED)
          .map(({ id }) => id)
          .join();
        const some = await get('/api/deletion-preview', {
          query: { documentIds, tenantId: rows[0]?.tenantId },
          signal: ended.signal,
        });
        all = {
          documents: all.documents + some.documents,
          chunks: all.chunks + some.chunks,
          sizeBytes: all.sizeBytes + some.sizeBytes,
          citedBy: Math.max(all.citedBy, some.citedBy),
        };
      }
      setGoing(all);
    };
    ask().catch((error: unknown) => {
      if (!ended.signal.aborted && !(error instanceof ApiError)) throw error; // deletion also works without the count
    });
    return () => ended.abort();
  }, [rows]);
  return going;
}

export function Named({ rows }: { rows: readonly DocumentRow[] }) {
  const words = t().evidence.remove;
  const first = rows[0];
  return rows.length === 1 && first ? (
    <p class="strong">
      <Foreign>{first.originalFilename}</Foreign>
    </p>
  ) : (
    <ul class="plain-list">
      {rows.slice(0, NAMED).map((row) => (
        <li class="clip" key={row.id}>
          <Foreign>{row.originalFilename}</Foreign>
        </li>
      ))}
      {rows.length > NAMED && <li class="second">{words.others(rows.length - NAMED)}</li>}
    </ul>
  );
}

export function GoesWith({ rows }: { rows: readonly DocumentRow[] }) {
  const words = t().evidence.remove;
  const going = useGoing(rows);
  return (
    <>
      <p aria-live="polite">
        {going ? words.goes(going.documents, going.chunks, bytes(going.sizeBytes)) : words.counting}
      </p>
      {going && going.citedBy > 0 && <Note tone="partial">{words.cited(going.citedBy, going.documents)}</Note>}
    </>
  );
}
