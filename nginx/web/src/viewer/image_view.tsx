// SPDX-License-Identifier: Apache-2.0
// Draws an image on a canvas, so that the file's content never becomes part of the page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { readFile } from '../api/files.ts';
import { ApiError } from '../api/transport.ts';
import { useLatest } from '../design/latest.ts';
import { t } from '../strings/words.ts';
import type { Zoom } from './pdf_view.tsx';

export function ImageView({
  url,
  name,
  zoom,
  onFailed,
}: {
  url: string;
  name: string;
  zoom: Zoom;
  onFailed: (error: ApiError | null) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const failed = useLatest(onFailed);
  useEffect(() => {
    const ended = new AbortController();
    const draw = async () => {
      const { blob } = await readFile(url, ended.signal);
      const image = await createImageBitmap(blob);
      if (ended.signal.aborted || !canvas.current) return;
      const { width: own, height } = image; // read before the transfer, which clears them
      canvas.current.width = own;
      canvas.current.height = height;
      canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
      setWidth(own);
    };
    draw().catch((error: unknown) => {
      if (!ended.signal.aborted) failed(error instanceof ApiError ? error : null);
    });
    return () => ended.abort();
  }, [url, failed]);
  return (
    <div class="viewer-scroll image" tabIndex={0} role="region" aria-label={t().viewer.original(name)}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        style={
          width === 0
            ? { width: '0' }
            : zoom === 'fit'
              ? { width: `min(100%, ${width}px)` }
              : { width: `${width * zoom}px` }
        }
      />
    </div>
  );
}
