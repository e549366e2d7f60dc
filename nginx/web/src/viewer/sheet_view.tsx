// SPDX-License-Identifier: Apache-2.0
// A workbook as a grid: one sheet at a time, its tables under headers that stay in sight, and the cited rows
// marked. Rows are rendered as they come near.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../api/client.ts';
import { shownText } from '../design/inline.tsx';
import { Tabs } from '../design/tabs.tsx';
import { t } from '../strings/words.ts';
import type { PageOfText } from './blocks.ts';
import { useKeptPlace } from './kept_place.ts';
import { Nearness, useWatch } from './nearness.ts';
import type { Place } from './place.ts';
import { TextPage } from './text_view.tsx';

const NAMED = 12; // sheets: the names of more would need too many requests

// The sheet's name is its first line.
function nameOf({ text, blocks: [first] }: PageOfText): string {
  return first?.kind === 'HEADING' ? [...text.slice(0, 2 * first.end)].slice(first.start, first.end).join('') : '';
}

// The names of the sheets, as far as they are known: they are read one by one, once the sheet shown is there.
function useSheetNames(documentId: string, pageCount: number, ready: boolean): ReadonlyMap<number, string> {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    if (!ready || pageCount > NAMED) return undefined;
    const ended = new AbortController();
    const read = async () => {
      for (let pageNumber = 1; pageNumber <= pageCount; pageNumber += 1) {
        const page = await get('/api/documents/{documentId}/pages/{pageNumber}', {
          path: { documentId, pageNumber },
          signal: ended.signal,
        });
        setNames((known) => new Map(known).set(pageNumber, nameOf(page)));
      }
    };
    read().catch(() => undefined); // the sheets keep their numbers
    return () => ended.abort();
  }, [documentId, pageCount, ready]);
  return names;
}

export function SheetView({
  documentId,
  name,
  pageCount,
  place,
  page,
  turn,
  onGo,
  onMarked,
}: {
  documentId: string;
  name: string;
  pageCount: number;
  place: Place;
  page: number;
  turn: number;
  onGo: (page: number) => void;
  onMarked: (found: boolean) => void;
}) {
  const words = t().viewer;
  const scroller = useRef<HTMLDivElement>(null);
  const watch = useWatch(scroller);
  const { keepPlace, letGo, mark } = useKeptPlace(scroller, place);
  const [ready, setReady] = useState(false);
  const names = useSheetNames(documentId, pageCount, ready);
  useEffect(() => {
    if (scroller.current && !keepPlace()) scroller.current.scrollTop = 0;
  }, [page, turn]); // eslint-disable-line react-hooks/exhaustive-deps -- only when the person goes there
  const shown = (wanted: boolean) => {
    setReady(true);
    keepPlace();
    if (wanted) onMarked(Boolean(mark()));
  };
  const tabs = useMemo(
    () =>
      Array.from({ length: pageCount }, (_, index) => ({
        key: String(index + 1),
        label: shownText(names.get(index + 1) ?? '') || t().units.sheet.title(index + 1),
      })),
    [pageCount, names],
  );
  const sheet = (
    <div
      class="viewer-scroll sheet"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={words.text(name)}
      onWheel={letGo}
      onPointerDown={letGo}
      onKeyDown={letGo}>
      <h2 class="visually-hidden">{words.text(shownText(name))}</h2>
      <Nearness.Provider value={watch}>
        <TextPage
          key={page}
          documentId={documentId}
          number={page}
          unit="sheet"
          titled={pageCount > 1}
          goal
          place={place}
          onShown={shown}
          onDrawn={keepPlace}
        />
      </Nearness.Provider>
    </div>
  );
  if (pageCount < 2) return sheet;
  return (
    <div class="sheets">
      <Tabs label={words.sheets} tabs={tabs} current={String(page)} onChange={(key) => onGo(Number(key))}>
        {sheet}
      </Tabs>
    </div>
  );
}
