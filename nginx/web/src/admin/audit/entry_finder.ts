// SPDX-License-Identifier: Apache-2.0
// Finds one entry by its number, for links to it, by reading the log back from its newest entry.
import { useEffect, useState } from 'preact/hooks';
import { ApiError, get } from '../../api/client.ts';
import type { Entry } from './actor.tsx';

type Found =
  { phase: 'searching' } | { phase: 'gone' } | { phase: 'there'; entry: Entry } | { phase: 'failed'; error: ApiError };

const PAGE = 200;

async function search(sequence: number, signal: AbortSignal): Promise<Entry | undefined> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(cursor, signal);
    const entry = page.logs.find((one) => one.sequence === sequence);
    if (entry || page.logs.some((one) => one.sequence < sequence)) return entry;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return undefined;
}

const ask = (cursor: string | null, signal: AbortSignal) =>
  get('/api/admin/audit-logs', { query: { limit: PAGE, cursor }, signal });

// `known`: the entry, if the list has it already.
export function useEntry(sequence: number, known: Entry | undefined): Found {
  const [found, setFound] = useState<Found>({ phase: 'searching' });
  const have = known !== undefined;
  useEffect(() => {
    if (have) return undefined;
    const ended = new AbortController();
    setFound({ phase: 'searching' });
    search(sequence, ended.signal).then(
      (entry) => setFound(entry ? { phase: 'there', entry } : { phase: 'gone' }),
      (error: unknown) => {
        if (error instanceof ApiError) setFound({ phase: 'failed', error });
      },
    );
    return () => ended.abort();
  }, [sequence, have]);
  return known ? { phase: 'there', entry: known } : found;
}
