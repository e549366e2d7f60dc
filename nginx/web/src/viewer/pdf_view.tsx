// SPDX-License-Identifier: Apache-2.0
// A whole PDF to scroll through. Renders only the pages near the visible part.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/transport.ts';
import { useLatest } from '../design/latest.ts';
import { Skeleton } from '../design/states.tsx';
import { t } from '../strings/words.ts';
import { openPdf } from './pdf_file.ts';
import { PdfPage } from './pdf_page.tsx';
import { bring } from './scrolling.ts';
import type { WordMark } from './word_marks.ts';

export type Zoom = number | 'fit';

interface Size {
  width: number;
  height: number;
}

const GAP = 12; // px between pages, and around them
const MEASURED = 400; // pages; a longer document is assumed to have pages the size of its first

async function sizesOf(pdf: PDFDocumentProxy): Promise<Size[]> {
  const sizeOf = async (number: number): Promise<Size> => {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
    return { width, height };
  };
  const first = await sizeOf(1);
  if (pdf.numPages > MEASURED) return Array.from({ length: pdf.numPages }, () => first);
  return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => sizeOf(index + 1)));
}

// Goes to `page` whenever `turn` changes. Looks for `quote` on `quotePage` and calls `onMarked` with
// whether it was found.
export function PdfView({
  url,
  name,
  page,
  turn,
  zoom,
  quote,
  marks,
  quotePage,
  expected,
  onPage,
  onMarked,
  onFailed,
}: {
  url: string;
  name: string;
  page: number;
  turn: number;
  zoom: Zoom;
  quote: string | null;
  marks: readonly WordMark[] | null; // where the quote stands on `quotePage`, if that is known
  quotePage: number;
  expected: number;
  onPage: (page: number) => void;
  onMarked: (found: boolean) => void;
  onFailed: (error: ApiError | null) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [sizes, setSizes] = useState<readonly Size[]>([]);
  const [room, setRoom] = useState(0);
  const [[from, to], setNear] = useState<readonly [number, number]>([0, 0]);

  const failed = useLatest(onFailed);
  useEffect(() => {
    let gone = false;
    setPdf(null);
    setSizes([]);
    openPdf(url)
      .then(async (opened) => {
        const measured = await sizesOf(opened);
        if (gone) return;
        setSizes(measured);
        setPdf(opened);
      })
      .catch((error: unknown) => {
        if (!gone) failed(error instanceof ApiError ? error : null);
      });
    return () => {
      gone = true;
    };
  }, [url, failed]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    setRoom(element.clientWidth);
    return () => watch.disconnect();
  }, []);

  const widest = sizes.reduce((most, one) => Math.max(most, one.width), 0);
  const scale = widest === 0 ? 1 : zoom === 'fit' ? Math.max(0.25, (room - 2 * GAP) / widest) : zoom * (96 / 72);
  const tops = useMemo(() => {
    let top = GAP;
    return sizes.map(({ height }) => {
      const mine = top;
      top += height * scale + GAP;
      return mine;
    });
  }, [sizes, scale]);
  const last = sizes.at(-1);
  const whole = last ? (tops.at(-1) ?? 0) + last.height * scale + GAP : 0;

  const look = () => {
    const element = scroller.current;
    if (!element || tops.length === 0) return;
    const { scrollTop, clientHeight } = element;
    const before = tops.filter((top) => top <= scrollTop - clientHeight).length;
    const until = tops.filter((top) => top < scrollTop + 2 * clientHeight).length;
    setNear(([a, b]) => (a === Math.max(0, before - 1) && b === until ? [a, b] : [Math.max(0, before - 1), until]));
    onPage(Math.max(1, tops.filter((top) => top <= scrollTop + clientHeight / 2).length));
  };
  // Scrolls to the requested page; if only the scale changes, the same part stays in sight.
  const shown = useRef({ scale: 0, turn: -1, pdf });
  const arrive = useLatest(() => {
    const element = scroller.current;
    if (!element || !pdf || tops.length === 0) return;
    const before = shown.current;
    if (before.pdf !== pdf || before.turn !== turn)
      element.scrollTop = (tops[Math.min(page, tops.length) - 1] ?? 0) - GAP;
    else if (before.scale !== scale && before.scale > 0) element.scrollTop *= scale / before.scale;
    shown.current = { scale, turn, pdf };
    look();
  });
  useLayoutEffect(() => arrive(), [pdf, tops, turn, arrive]);

  const marked = (elements: readonly HTMLElement[]) => {
    if (elements[0] && scroller.current) bring(scroller.current, elements[0]);
    onMarked(elements.length > 0);
  };
  return (
    <div
      class="viewer-scroll pdf"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={t().viewer.original(name)}
      onScroll={look}>
      {!pdf && (
        <div class="viewer-wait">
          <Skeleton lines={8} />
        </div>
      )}
      {pdf && (
        <div class="pdf-pages" style={{ height: `${whole}px`, width: `${widest * scale + 2 * GAP}px` }}>
          {sizes.slice(from, to).map((size, index) => {
            const number = from + index + 1;
            return (
              <PdfPage
                key={number}
                pdf={pdf}
                pageNumber={number}
                scale={scale}
                top={tops[number - 1] ?? 0}
                width={size.width * scale}
                height={size.height * scale}
                quote={number === quotePage ? quote : null}
                marks={number === quotePage ? marks : null}
                expected={expected}
                onMarked={marked}
                onBroken={() => onFailed(null)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}
