// SPDX-License-Identifier: Apache-2.0
// The extracted text of a whole document, page after page. Fetches only the pages near the visible part,
// marks the place and scrolls it into sight.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useResource } from '../api/resource.ts';
import { shownText } from '../design/inline.tsx';
import { useLatest } from '../design/latest.ts';
import { ErrorNote, Skeleton } from '../design/states.tsx';
import type { Unit } from '../strings/units.ts';
import { percent } from '../strings/format.ts';
import { t } from '../strings/words.ts';
import type { PageOfText } from './blocks.ts';
import { useKeptPlace } from './kept_place.ts';
import { Nearness, useNear, useWatch } from './nearness.ts';
import { PageText } from './page_text.tsx';
import type { Place } from './place.ts';
import { type Range, rangeOfQuote, unitsIn } from './quote_match.ts';

// The range of the place: by its offsets if they fit, else by searching for the words.
function rangeOn(page: PageOfText, quote?: string, start?: number, end?: number): Range | null {
  const units = unitsIn(page.text);
  const from = start === undefined ? 0 : units(start - page.startOffset);
  if (start !== undefined && end !== undefined) {
    const range = { start: from, end: units(end - page.startOffset) };
    if (range.end > range.start && (quote === undefined || page.text.slice(range.start, range.end) === quote))
      return range;
  }
  return quote === undefined ? null : rangeOfQuote(quote, page.text, from);
}

export function TextPage({
  documentId,
  number,
  unit,
  titled,
  goal,
  place,
  onShown,
  onDrawn,
}: {
  documentId: string;
  number: number;
  unit: Unit;
  titled: boolean;
  goal: boolean;
  place: Place;
  onShown: (wanted: boolean) => void;
  onDrawn: () => void;
}) {
  const [element, near] = useNear<HTMLElement>(goal);
  const page = useResource(near ? '/api/documents/{documentId}/pages/{pageNumber}' : null, {
    path: { documentId, pageNumber: number },
  });
  const wanted = number === (place.pageNumber ?? 1);
  const { quote, start, end } = place;
  const range = useMemo(
    () => (page.data && wanted ? rangeOn(page.data, quote, start, end) : null),
    [page.data, wanted, quote, start, end],
  );
  const label = page.data?.label;
  const title = label === undefined ? t().units[unit].title(number) : t().units.page.calledTitle(label, number);
  const shown = useLatest(onShown);
  useLayoutEffect(() => {
    // before the frame is painted, so that the place does not flash by
    if (page.data) shown(wanted);
  }, [page.data, wanted, range, shown]);
  return (
    <section
      ref={element}
      class={page.data ? `text-page ${unit}` : 'text-page waiting'}
      data-page={number}
      aria-label={titled ? title : undefined}>
      {titled && (
        <p class="text-page-number small third" aria-hidden="true">
          {title}
        </p>
      )}
      {page.data?.ocr && page.data.text !== '' && (
        <p class="small second">{t().results.scanned(percent(page.data.ocrConfidence ?? 0))}</p>
      )}
      {page.error ? (
        <ErrorNote error={page.error} onRetry={page.reload} />
      ) : page.data ? (
        <PageText page={page.data} range={range} onDrawn={onDrawn} />
      ) : page.slow ? (
        <Skeleton lines={6} />
      ) : null}
    </section>
  );
}

export function TextView({
  documentId,
  name,
  unit,
  pageCount,
  place,
  page,
  turn,
  onPage,
  onMarked,
}: {
  documentId: string;
  name: string;
  unit: Unit;
  pageCount: number;
  place: Place;
  page: number;
  turn: number;
  onPage: (page: number) => void;
  onMarked: (found: boolean) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const watch = useWatch(scroller);
  const sections = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])];

  const { keepPlace, letGo, mark } = useKeptPlace(scroller, place);

  const goneTo = useRef(-1);
  const go = useLatest(() => {
    const section = sections()[page - 1];
    if (page !== (place.pageNumber ?? 1)) letGo();
    if (scroller.current && section && goneTo.current !== turn && (turn > 0 || page > 1) && !keepPlace())
      scroller.current.scrollTop = section.offsetTop - 12;
    goneTo.current = turn;
  });
  useEffect(() => go(), [turn, documentId, go]);

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
    <div
      class="viewer-scroll text"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={t().viewer.text(name)}
      onScroll={look}
      onWheel={letGo}
      onPointerDown={letGo}
      onKeyDown={letGo}>
      <h2 class="visually-hidden">{t().viewer.text(shownText(name))}</h2>
      <Nearness.Provider value={watch}>
        {Array.from({ length: pageCount }, (_, index) => (
          <TextPage
            key={index}
            documentId={documentId}
            number={index + 1}
            unit={unit}
            titled={pageCount > 1}
            goal={index + 1 === page}
            place={place}
            onShown={shown}
            onDrawn={keepPlace}
          />
        ))}
      </Nearness.Provider>
    </div>
  );
}
