// SPDX-License-Identifier: Apache-2.0
// The text of a whole document as it was read, page after page; of its pages only those near are
// fetched. The place is marked and brought into sight.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useResource } from '../api/resource.ts';
import { shownText } from '../design/inline.tsx';
import { ErrorNote, Skeleton } from '../design/states.tsx';
import { t } from '../strings/words.ts';
import { PageText, type PageOfText } from './page_text.tsx';
import { type Range, rangeOfQuote, unitsOf } from './quote_match.ts';
import { bring } from './scrolling.ts';

export interface Place {
  chunkId?: string | undefined;
  pageNumber?: number | undefined;
  quote?: string | undefined; // the exact words
  start?: number | undefined; // where they stand in the document's text, in code points
  end?: number | undefined;
}

// By the offsets where they are known, else where the words stand.
function rangeOn(page: PageOfText, { quote, start, end, pageNumber }: Place): Range | null {
  if (page.pageNumber !== (pageNumber ?? 1)) return null;
  const from = start === undefined ? 0 : unitsOf(page.text, Math.max(0, start - page.startOffset));
  if (start !== undefined && end !== undefined) {
    const range = { start: from, end: unitsOf(page.text, Math.max(0, end - page.startOffset)) };
    if (range.end > range.start && (quote === undefined || page.text.slice(range.start, range.end) === quote)) return range;
  }
  return quote === undefined ? null : rangeOfQuote(quote, page.text, from);
}

function TextPage({ documentId, number, titled, near, place, onShown }: {
  documentId: string; number: number; titled: boolean; near: boolean; place: Place; onShown: (wanted: boolean) => void;
}) {
  const page = useResource(near ? '/api/documents/{documentId}/pages/{pageNumber}' : null, { path: { documentId, pageNumber: number } });
  const wanted = number === (place.pageNumber ?? 1);
  useLayoutEffect(() => { // before the frame is painted: the place does not flash by
    if (page.data) onShown(wanted);
  }, [page.data, wanted, place.quote, place.start, place.end]);
  return (
    <section class={page.data ? 'text-page' : 'text-page waiting'} data-page={number} aria-label={titled ? t().viewer.page(number) : undefined}>
      {titled && <p class="text-page-number small third" aria-hidden="true">{t().viewer.page(number)}</p>}
      {page.error ? <ErrorNote error={page.error} onRetry={page.reload} />
        : page.data ? <PageText page={page.data} range={wanted ? rangeOn(page.data, place) : null} />
          : page.slow ? <Skeleton lines={6} /> : null}
    </section>
  );
}

export function TextView({ documentId, name, pageCount, place, page, turn, onPage, onMarked }: {
  documentId: string; name: string; pageCount: number; place: Place; page: number; turn: number;
  onPage: (page: number) => void; onMarked: (found: boolean) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([page]));
  const sections = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])];

  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => Number((target as HTMLElement).dataset.page));
      if (come.length > 0) setNear((old) => new Set([...old, ...come]));
    }, { root: scroller.current, rootMargin: '100% 0px' });
    for (const section of sections()) watch.observe(section);
    return () => watch.disconnect();
  }, [documentId, pageCount]);

  // Pages above it that come later do not push the place away, until one scrolls or turns pages oneself.
  // keepPlace() tells whether the place is in sight, and brings it there.
  const key = JSON.stringify(place);
  const kept = useRef({ key, inSight: true });
  if (kept.current.key !== key) kept.current = { key, inSight: true };
  const letGo = () => {
    kept.current.inSight = false;
  };
  const mark = () => scroller.current?.querySelector<HTMLElement>('mark');
  const keepPlace = (): boolean => {
    const found = mark();
    if (!found || !scroller.current || !kept.current.inSight) return false;
    bring(scroller.current, found);
    return true;
  };

  const goneTo = useRef(-1);
  useEffect(() => {
    const section = sections()[page - 1];
    setNear((old) => (old.has(page) ? old : new Set([...old, page])));
    if (page !== (place.pageNumber ?? 1)) letGo();
    if (scroller.current && section && goneTo.current !== turn && (turn > 0 || page > 1) && !keepPlace()) scroller.current.scrollTop = section.offsetTop - 12;
    goneTo.current = turn;
  }, [turn, documentId]);

  const look = () => {
    const element = scroller.current;
    if (!element) return;
    const middle = element.scrollTop + element.clientHeight / 2;
    onPage(Math.max(1, sections().filter((one) => one.offsetTop <= middle).length));
  };
  const shown = (wanted: boolean) => {
    keepPlace();
    if (wanted) onMarked(Boolean(mark()));
  };
  return (
    <div class="viewer-scroll text" ref={scroller} tabIndex={0} role="region" aria-label={t().viewer.text(name)} onScroll={look} onWheel={letGo} onPointerDown={letGo} onKeyDown={letGo}>
      <h2 class="visually-hidden">{t().viewer.text(shownText(name))}</h2>
      {Array.from({ length: pageCount }, (_, index) => (
        <TextPage key={index} documentId={documentId} number={index + 1} titled={pageCount > 1} near={near.has(index + 1)} place={place} onShown={shown} />
      ))}
    </div>
  );
}
