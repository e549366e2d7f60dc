// SPDX-License-Identifier: Apache-2.0
// useResource: the resource at one API address, for a view. Loads it when the view appears, the address
// changes or, after an error, the service is back. Polls it for as long as the view asks.
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { address, type Answer, ApiError, type Options, type PathOf, readIfChanged } from './client.ts';
import { type Poller, startPolling } from './polling.ts';
import { reachable } from './transport.ts';

export const SKELETON_AFTER = 150; // ms: an answer that arrives sooner is shown without a flicker

export interface Resource<T> {
  data: T | undefined;
  error: ApiError | undefined;
  slow: boolean; // nothing has loaded yet, and it is time to show a skeleton
  etag: string | null; // of `data`: a write that names it is refused if another write came between
  reload: () => void;
}

interface Held<T> {
  url: string | null;
  data?: T;
  error?: ApiError;
  etag?: string | null;
  slow: boolean;
}

// A null path requests nothing. `poll` returns the pause in ms until the next request, or null.
export function useResource<P extends PathOf<'get'>>(
  path: P | null,
  options: Options<P, 'get'>,
  poll?: (data: Answer<P, 'get'>) => number | null,
): Resource<Answer<P, 'get'>> {
  type T = Answer<P, 'get'>;
  const url = path === null ? null : address(path, options);
  const [held, setHeld] = useState<Held<T>>({ url, slow: false });
  const poller = useRef<Poller | null>(null);
  const pollNow = useRef(poll);
  pollNow.current = poll;

  // Before the frame is painted, not after: the person is waiting for the answer.
  useLayoutEffect(() => {
    if (url === null) return undefined;
    const ended = new AbortController();
    let current: Held<T> = { url, slow: false };
    let etag: string | null = null;
    const show = (next: Held<T>) => {
      if (!ended.signal.aborted) setHeld((current = next));
    };
    const slow = setTimeout(() => show({ ...current, slow: true }), SKELETON_AFTER);
    const started = startPolling(async () => {
      let same = false;
      try {
        const answer = await readIfChanged<T>(url, etag, ended.signal);
        same = answer === null;
        if (answer) {
          etag = answer.etag;
          show({ url, data: answer.body, etag, slow: false });
        } else if (current.error) {
          show({ url, data: current.data as T, etag, slow: false });
        }
      } catch (error) {
        if (ended.signal.aborted) return { next: null, same };
        if (!(error instanceof ApiError)) throw error;
        same = true;
        show({ ...current, error, slow: false });
      }
      clearTimeout(slow);
      return { next: current.data === undefined ? null : (pollNow.current?.(current.data) ?? null), same };
    });
    poller.current = started;
    const forget = reachable.subscribe((is) => {
      if (is && current.error) started.now();
    });
    return () => {
      clearTimeout(slow);
      ended.abort();
      started.end();
      forget();
    };
  }, [url]);

  const reload = useCallback(() => poller.current?.now(), []);
  const mine: Held<T> = held.url === url ? held : { url, slow: false };
  return {
    data: mine.data,
    error: mine.error,
    slow: mine.slow,
    etag: mine.etag ?? null,
    reload,
  };
}
