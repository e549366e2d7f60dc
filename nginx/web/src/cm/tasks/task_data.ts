// SPDX-License-Identifier: Apache-2.0
// Loads the tasks of the board, page after page, and again when the page becomes visible after a while or
// the service is back. Tasks changed here are replaced without another request.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, get } from '../../api/client.ts';
import { SKELETON_AFTER } from '../../api/resource.ts';
import { reachable } from '../../api/transport.ts';
import type { Task } from './task_moves.ts';

const MOST = 3000; // more than a board can show; the newest are kept
const FRESH = 30_000; // ms

export interface Tasks {
  tasks: readonly Task[] | undefined;
  more: boolean; // there are older tasks
  error: ApiError | undefined;
  slow: boolean;
  reload: () => void;
  replace: (task: Task) => void;
}

async function readAll(runId: string, signal: AbortSignal): Promise<{ tasks: Task[]; more: boolean }> {
  const tasks: Task[] = [];
  let cursor: string | null = null;
  do {
    const page: { tasks: Task[]; nextCursor: string | null } = await get('/api/tasks', {
      query: { limit: 200, cursor, runId },
      signal,
    });
    tasks.push(...page.tasks);
    cursor = page.nextCursor;
  } while (cursor !== null && tasks.length < MOST);
  return { tasks, more: cursor !== null };
}

export function useTasks(runId: string): Tasks {
  const [held, setHeld] = useState<{ tasks?: readonly Task[]; more: boolean; error?: ApiError; slow: boolean }>({
    more: false,
    slow: false,
  });
  const reload = useRef<() => void>(() => undefined);
  useEffect(() => {
    const ended = new AbortController();
    let read = 0; // when the tasks were last read, ms since 1970
    let failed = false;
    let reading = false;
    const slow = setTimeout(() => setHeld((old) => ({ ...old, slow: true })), SKELETON_AFTER);
    const load = async () => {
      if (reading) return;
      reading = true;
      try {
        const all = await readAll(runId, ended.signal);
        read = Date.now();
        failed = false;
        setHeld({ ...all, slow: false });
      } catch (error) {
        if (ended.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        failed = true;
        setHeld(({ tasks, more }) => ({ ...(tasks ? { tasks } : {}), more, error, slow: false }));
      } finally {
        clearTimeout(slow);
        reading = false;
      }
    };
    reload.current = () => void load();
    const onVisible = () => {
      if (!document.hidden && Date.now() - read > FRESH) void load();
    };
    document.addEventListener('visibilitychange', onVisible);
    let away = false;
    const forget = reachable.subscribe((is) => {
      if (is && (failed || away)) void load();
      away = !is;
    });
    void load();
    return () => {
      ended.abort();
      clearTimeout(slow);
      forget();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [runId]);
  const replace = (task: Task) =>
    setHeld((old) => (old.tasks ? { ...old, tasks: old.tasks.map((one) => (one.id === task.id ? task : one)) } : old));
  return useMemo(
    () => ({
      tasks: held.tasks,
      more: held.more,
      error: held.error,
      slow: held.slow,
      reload: () => reload.current(),
      replace,
    }),
    [held],
  );
}
