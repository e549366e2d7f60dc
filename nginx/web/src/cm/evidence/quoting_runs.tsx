// SPDX-License-Identifier: Apache-2.0
// The runs whose current results quote documents that are to be erased.
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ApiError, get, type Schemas } from '../../api/client.ts';
import { Foreign, Time } from '../../design/inline.tsx';
import { messageOf } from '../../design/states.tsx';
import { usePackNames } from '../../shell/pack_names.ts';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';

type Run = Pick<Schemas['CitingAssessment'], 'runId' | 'packId' | 'createdAt'>;

const PAGE = 200; // citing assessments in a request
const ASKED = 25; // documents asked for: the record of each erasure names all runs

// undefined: not known yet.
function useQuoting(opened: readonly DocumentRow[]): { runs?: readonly Run[]; error?: ApiError } {
  const [rows] = useState(opened); // the service is asked once
  const [found, setFound] = useState<{ runs?: readonly Run[]; error?: ApiError }>({});
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      const runs = new Map<string, Run>();
      const quotable = rows.filter(({ citedBy, childCount }) => citedBy > 0 || childCount > 0).slice(0, ASKED);
      for (const { id } of quotable) {
        const { citations } = await get('/api/documents/{documentId}/citations', {
          path: { documentId: id },
          query: { limit: PAGE },
          signal: ended.signal,
        });
        for (const one of citations) runs.set(one.runId, one);
      }
      setFound({ runs: [...runs.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) });
    };
    ask().catch((error: unknown) => {
      if (ended.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setFound({ error });
    });
    return () => ended.abort();
  }, [rows]);
  return found;
}

export function QuotingRuns({ rows }: { rows: readonly DocumentRow[] }) {
  const words = t().keeping.erase;
  const { runs, error } = useQuoting(rows);
  const packName = usePackNames();
  return (
    <section class="stack tight">
      <h3>{words.quoting}</h3>
      {error ? (
        <p class="field-error">{messageOf(error)}</p>
      ) : !runs ? (
        <p class="second">{words.looking}</p>
      ) : runs.length === 0 ? (
        <p class="second">{words.unquoted}</p>
      ) : (
        <ul class="plain-list">
          {runs.map((run) => (
            <li key={run.runId}>
              <Link href={`/runs/${run.runId}/results`}>
                <Foreign>{packName(run.packId) ?? ''}</Foreign>
              </Link>{' '}
              <span class="small second">
                <Time at={run.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class="small second">{words.earlier}</p>
    </section>
  );
}
