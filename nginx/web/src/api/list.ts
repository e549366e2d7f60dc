// SPDX-License-Identifier: Apache-2.0
// useList: the items of a paginated API list, for a view that loads more as it is scrolled. After a change
// of the query, the previous items stay in sight until the new ones arrive, unless that takes long.
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { address, type Answer, ApiError, type Options, type PathOf, readIfChanged } from './client.ts';
import { SKELETON_AFTER } from './resource.ts';
import { reachable } from './transport.ts';

const PAGE = 200;

type Page = { total: number; nextCursor: string | null };
type ListPath = { [P in PathOf<'get'>]: Answer<P, 'get'> extends Page ? P : never }[PathOf<'get'>];
type Plural<P extends ListPath> = Exclude<keyof Answer<P, 'get'>, keyof Page>;
type Item<P extends ListPath, K extends Plural<P>> = Answer<P, 'get'>[K] extends readonly (infer I)[] ? I : never;

export interface List<I> {
  items: readonly I[];
  total: number | undefined; // of all pages together; undefined until the first page has loaded
  error: ApiError | undefined;
  slow: boolean;
  stale: boolean; // the items belong to the previous query
  ended: boolean; // all items have loaded
  more: () => void;
  reload: () => void;
  change: (matches: (item: I) => boolean, to: (item: I) => I) => void; // applies what a view has learnt about an item
}

interface Held<I> {
  url: string; // the query whose items these are
  items: readonly I[];
  total: number | undefined;
  cursor: string | null;
  error?: ApiError;
  slow: boolean;
}

// One generation of a list: the pages of one query, loaded in order.
function startList<I>(url: string, plural: string, before: Held<I>, show: (held: Held<I>) => void) {
  const ended = new AbortController();
  let held = before;
  let busy = false;
  let loaded = false;
  let etag: string | null = null;
  const put = (next: Held<I>) => {
    if (!ended.signal.aborted) show((held = next));
  };
  const pageAt = (cursor: string | null, known: string | null) =>
    readIfChanged<Page & Record<string, I[]>>(
      `${url}${url.includes('?') ? '&' : '?'}limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      known,
      ended.signal,
    );
  const turn = async (work: () => Promise<void>) => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      if (ended.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      put({ ...held, error, slow: false });
    } finally {
      clearTimeout(slow); // the request has ended, so nobody is waiting
      busy = false;
    }
  };
  const slow = setTimeout(() => put({ ...held, slow: true }), SKELETON_AFTER);
  // Loads as many items as before, so that nothing jumps.
  const reload = () =>
    turn(async () => {
      const first = await pageAt(null, etag);
      if (first === null) return put(withoutError(held));
      etag = first.body.nextCursor ? null : first.etag;
      let items = first.body[plural] as I[];
      let { nextCursor } = first.body;
      const wanted = loaded ? held.items.length : 0; // the items shown before may belong to another query
      while (nextCursor && items.length < wanted) {
        const page = await pageAt(nextCursor, null);
        if (!page) break;
        items = [...items, ...(page.body[plural] as I[])];
        nextCursor = page.body.nextCursor;
      }
      loaded = true;
      put({ url, items, total: first.body.total, cursor: nextCursor, slow: false });
    });
  const more = () =>
    turn(async () => {
      if (!held.cursor || !loaded) return;
      const page = await pageAt(held.cursor, null);
      if (page) {
        put({
          url,
          items: [...held.items, ...(page.body[plural] as I[])],
          total: page.body.total,
          cursor: page.body.nextCursor,
          slow: false,
        });
      }
    });
  const forget = reachable.subscribe((is) => {
    if (is && held.error) void reload();
  });
  void reload();
  return {
    reload,
    more,
    change: (matches: (item: I) => boolean, to: (item: I) => I) =>
      put({ ...held, items: held.items.map((item) => (matches(item) ? to(item) : item)) }),
    end: () => {
      clearTimeout(slow);
      ended.abort();
      forget();
    },
  };
}

function withoutError<I>({ url, items, total, cursor }: Held<I>): Held<I> {
  return { url, items, total, cursor, slow: false };
}

export function useList<P extends ListPath, K extends Plural<P> & string>(
  path: P,
  plural: K,
  options: Options<P, 'get'>,
): List<Item<P, K>> {
  type I = Item<P, K>;
  const url = address(path, options);
  const [held, setHeld] = useState<Held<I>>({ url, items: [], total: undefined, cursor: null, slow: false });
  const list = useRef<ReturnType<typeof startList<I>> | null>(null);
  const before = useRef(held);
  before.current = held;
  useLayoutEffect(() => {
    const started = startList<I>(url, plural, withoutError(before.current), setHeld);
    list.current = started;
    return started.end;
  }, [url, plural]);
  const more = useCallback(() => void list.current?.more(), []);
  const reload = useCallback(() => void list.current?.reload(), []);
  const stale = held.url !== url;
  const shown = stale && (held.slow || held.error) ? { items: [], total: undefined } : held;
  return {
    items: shown.items,
    total: shown.total,
    error: held.error,
    slow: held.slow,
    stale,
    ended: !stale && held.total !== undefined && held.cursor === null,
    more,
    reload,
    change: (matches, to) => list.current?.change(matches, to),
  };
}
