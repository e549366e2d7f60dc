// SPDX-License-Identifier: Apache-2.0
// Follows the audit log: polls for entries after the newest one seen, less often while none arrive and
// not while the page is hidden. Keeps the entries found, newest first, until the filters change.
import { useEffect, useRef, useState } from 'preact/hooks';
import { address, type Answer, readIfChanged } from '../../api/client.ts';
import { followQuietly } from '../../api/polling.ts';
import type { Entry } from './actor.tsx';

const PAUSE = 1500; // ms
const MOST = 200; // entries at a time; with more, the list reloads

export function useTail({
  query,
  newest,
  on,
  onMany,
}: {
  query: Readonly<Record<string, string | boolean | null>>; // the filters of the list
  newest: number | undefined; // the highest number in the list; undefined until it has loaded
  on: boolean;
  onMany: () => void;
}): readonly Entry[] {
  const [found, setFound] = useState<readonly Entry[]>([]);
  const key = JSON.stringify(query);
  const latest = useRef({ query, newest, onMany, seen: 0 });
  Object.assign(latest.current, { query, newest, onMany });
  const ready = newest !== undefined;

  useEffect(() => {
    latest.current.seen = 0;
    setFound([]);
  }, [key]);
  useEffect(() => {
    if (!on || !ready) return undefined;
    return followQuietly(PAUSE, async (signal) => {
      const now = latest.current;
      const after = Math.max(now.seen, now.newest ?? 0);
      const url = address('/api/admin/audit-logs', { query: { ...now.query, after, limit: MOST } });
      const logs = (await readIfChanged<Answer<'/api/admin/audit-logs', 'get'>>(url, null, signal))?.body.logs ?? [];
      if (logs.length >= MOST) now.onMany();
      now.seen = Math.max(after, ...logs.map(({ sequence }) => sequence));
      if (logs.length > 0 && !signal.aborted) setFound((before) => [...logs, ...before]);
      return { next: PAUSE, same: logs.length === 0 };
    });
  }, [on, ready, key]);
  return found;
}
