// SPDX-License-Identifier: Apache-2.0
// Draws an image on a canvas, so that the file's content never becomes part of the page, with words marked on it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { readFile } from '../api/files.ts';
import { ApiError } from '../api/transport.ts';
import { useLatest } from '../design/latest.ts';
import { t } from '../strings/words.ts';
import { PageMarks } from './page_marks.tsx';
import type { Zoom } from './pdf_view.tsx';
import { bring } from './scrolling.ts';
import type { WordMark } from './word_marks.ts';

const ALIKE = 0.02; // by how much two shapes of one picture may differ

export function ImageView({
  url,
  name,
  zoom,
  density,
  marks,
  ratio,
  onMarked,
  onFailed,
}: {
  url: string;
  name: string;
  zoom: Zoom;
  density: number; // pixels of the picture for one of the screen
  marks: readonly WordMark[] | null;
  ratio: number | null; // of the picture in which the words were seen
  onMarked: (there: boolean) => void;
  onFailed: (error: ApiError | null) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [{ width, shape }, setSize] = useState({ width: 0, shape: 1 });
  const failed = useLatest(onFailed);
  useEffect(() => {
    const ended = new AbortController();
    setSize({ width: 0, shape: 1 });
    const draw = async () => {
      const { blob } = await readFile(url, ended.signal);
      const image = await createImageBitmap(blob);
      if (ended.signal.aborted || !canvas.current) return;
      const { width: own, height } = image; // read before the transfer, which clears them
      canvas.current.width = own;
      canvas.current.height = height;
      canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
      setSize({ width: own, shape: own / height });
    };
    draw().catch((error: unknown) => {
      if (!ended.signal.aborted) failed(error instanceof ApiError ? error : null);
    });
    return () => ended.abort();
  }, [url, failed]);
  // A camera may say that a picture is to be turned. The words were seen in the picture as it is.
  const turned = ratio !== null && Math.abs(ratio / shape - 1) > ALIKE;
  const marked = useLatest(onMarked);
  useEffect(() => {
    if (marks && width > 0 && turned) marked(false);
  }, [marks, width, turned, marked]);
  const onDrawn = (elements: readonly HTMLElement[]) => {
    if (elements[0] && scroller.current) bring(scroller.current, elements[0]);
    onMarked(elements.length > 0);
  };
  return (
    <div class="viewer-scroll image" ref={scroller} tabIndex={0} role="region" aria-label={t().viewer.original(name)}>
      <div
        class="picture-page"
        style={
          width === 0
            ? { width: '0' }
            : zoom === 'fit'
              ? { width: `min(100%, ${width / density}px)` }
              : { width: `${(width * zoom) / density}px` }
        }>
        <canvas ref={canvas} role="img" aria-label={name} />
        {marks && width > 0 && !turned && <PageMarks marks={marks} onDrawn={onDrawn} />}
      </div>
    </div>
  );
}
