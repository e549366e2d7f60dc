// SPDX-License-Identifier: Apache-2.0
// Schedules polling: only while the page is visible, and less often while nothing changes.
import { useEffect } from 'preact/hooks';
import { ApiError } from './transport.ts';

export interface Poller {
  now: () => void;
  end: () => void;
}

interface Round {
  next: number | null;
  same: boolean;
}

// Calls `round` now, then again after `next` milliseconds (null: only when now() is called). `same` says
// that nothing changed, which lengthens the pause up to eightfold.
export function startPolling(round: () => Promise<Round>): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stretch = 1;
  let ended = false;
  let running = false;
  let again = false;
  let due = false;

  const run = async () => {
    clearTimeout(timer);
    if (ended) return;
    if (running) {
      again = true;
      return;
    }
    running = true;
    due = false;
    const { next, same } = await round();
    running = false;
    if (ended) return;
    stretch = same ? Math.min(stretch * 1.5, 8) : 1;
    if (again) {
      again = false;
      void run();
    } else if (next !== null) {
      timer = setTimeout(() => {
        if (document.hidden) due = true;
        else void run();
      }, next * stretch);
    }
  };
  const onVisible = () => {
    if (!document.hidden && due) void run();
  };
  document.addEventListener('visibilitychange', onVisible);
  void run();
  return {
    now: () => {
      stretch = 1;
      void run();
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

// Polls beside a list that reports errors itself: after one, it waits four times `pause`. Returns what ends it.
export function followQuietly(pause: number, round: (signal: AbortSignal) => Promise<Round>): () => void {
  const ended = new AbortController();
  const poller = startPolling(async () => {
    try {
      return await round(ended.signal);
    } catch (error) {
      if (ended.signal.aborted) return { next: null, same: true };
      if (!(error instanceof ApiError)) throw error;
      return { next: pause * 4, same: true };
    }
  });
  return () => {
    ended.abort();
    poller.end();
  };
}

// Reloads every `pause` milliseconds while something shown is under way.
export function useReloading(underWay: boolean, reload: () => void, pause: number): void {
  useEffect(() => {
    if (!underWay) return undefined;
    let first = true;
    return startPolling(() => {
      if (!first) reload();
      first = false;
      return Promise.resolve({ next: pause, same: false });
    }).end;
  }, [underWay, reload, pause]);
}
