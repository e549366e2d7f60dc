// SPDX-License-Identifier: Apache-2.0
// When to ask again: only while something moves and the page is seen; rarer while nothing changes.

export interface Poller {
  now(): void;
  end(): void;
}

// Calls `round` now, then again after the milliseconds it gives (null: not of its own). `round` tells
// with `same` that nothing changed, which makes the pause longer, up to eight times.
export function startPolling(round: () => Promise<{ next: number | null; same: boolean }>): Poller {
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
