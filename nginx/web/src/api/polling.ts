// SPDX-License-Identifier: Apache-2.0
// Schedules polling: only while the page is visible, and less often while nothing changes.

export interface Poller {
  now: () => void;
  end: () => void;
}

// Calls `round` now, then again after `next` milliseconds (null: only when now() is called). `same` says
// that nothing changed, which lengthens the pause up to eightfold.
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
