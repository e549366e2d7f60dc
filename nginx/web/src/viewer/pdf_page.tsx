// SPDX-License-Identifier: Apache-2.0
// One page of a PDF: rendered on a canvas, with its text layer on top. The quote is marked where its words are known
// to be, or else in the text layer.
import type { PDFDocumentProxy, PageViewport, RenderTask, TextLayer } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLatest } from '../design/latest.ts';
import { t } from '../strings/words.ts';
import { PageMarks } from './page_marks.tsx';
import { clearMarks, markQuote, type TextLayerParts } from './pdf_marks.ts';
import type { WordMark } from './word_marks.ts';

const MOST_PIXELS = 16_000_000; // of a canvas; some machines cannot show more

function prepare(canvas: HTMLCanvasElement, { width, height }: PageViewport): number {
  const density = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (width * height)));
  canvas.width = Math.floor(width * density);
  canvas.height = Math.floor(height * density);
  return density;
}

// Calls `onMarked` with the marks of the quote; none if the page does not have it.
export function PdfPage({
  pdf,
  pageNumber,
  scale,
  top,
  width,
  height,
  quote,
  marks,
  expected,
  onMarked,
  onBroken,
}: {
  pdf: PDFDocumentProxy;
  pageNumber: number;
  scale: number;
  top: number;
  width: number;
  height: number;
  quote: string | null;
  marks: readonly WordMark[] | null;
  expected: number;
  onMarked: (marks: readonly HTMLElement[]) => void;
  onBroken: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [layer, setLayer] = useState<TextLayerParts | null>(null);

  const broken = useLatest(onBroken);
  const marked = useLatest(onMarked);

  useEffect(() => {
    let gone = false;
    let task: RenderTask | undefined;
    let text: TextLayer | undefined;
    const draw = async () => {
      const [{ TextLayer: Layer }, page] = await Promise.all([import('pdfjs-dist'), pdf.getPage(pageNumber)]);
      const context = canvas.current?.getContext('2d', { alpha: false });
      if (gone || !canvas.current || !words.current || !context) return;
      const viewport = page.getViewport({ scale });
      const density = prepare(canvas.current, viewport);
      context.fillStyle = '#fff'; // the canvas is black at first
      context.fillRect(0, 0, canvas.current.width, canvas.current.height);
      task = page.render({ canvasContext: context, viewport, transform: [density, 0, 0, density, 0, 0] });
      task.promise.catch(() => undefined); // awaited below, unless the page is unmounted first
      const content = await page.getTextContent();
      if (gone || !words.current) return;
      words.current.replaceChildren();
      words.current.style.setProperty('--scale-factor', String(scale));
      text = new Layer({ textContentSource: content, container: words.current, viewport });
      await text.render();
      if (gone) return;
      setLayer({ spans: text.textDivs, texts: text.textContentItemsStr });
      await task.promise;
    };
    draw().catch((error: unknown) => {
      if (gone) return; // cancellation ends up here
      console.warn(error);
      broken();
    });
    return () => {
      gone = true;
      task?.cancel();
      text?.cancel();
    };
  }, [pdf, pageNumber, scale, broken]);

  useEffect(() => {
    if (!layer) return;
    if (quote === null || marks) clearMarks(layer);
    else marked(markQuote(layer, quote, expected));
  }, [layer, quote, marks, expected, marked]);

  return (
    <section
      class="pdf-page"
      aria-label={t().units.page.title(pageNumber)}
      style={{ top: `${top}px`, width: `${width}px`, height: `${height}px` }}>
      <canvas ref={canvas} aria-hidden="true" />
      <div class="pdf-words" ref={words} dir="auto" />
      {marks && <PageMarks marks={marks} onDrawn={onMarked} />}
    </section>
  );
}
