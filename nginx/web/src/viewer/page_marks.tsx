// SPDX-License-Identifier: Apache-2.0
// The marked words of a page, laid over its picture.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shownText } from '../design/inline.tsx';
import { useLatest } from '../design/latest.ts';
import type { WordMark } from './word_marks.ts';

const share = (part: number): string => `${(part * 100).toFixed(3)}%`;

// Calls `onDrawn` with the marks whenever they change.
export function PageMarks({
  marks,
  onDrawn,
}: {
  marks: readonly WordMark[];
  onDrawn: (elements: readonly HTMLElement[]) => void;
}) {
  const layer = useRef<HTMLDivElement>(null);
  const drawn = useLatest(onDrawn);
  useLayoutEffect(() => drawn([...(layer.current?.querySelectorAll('mark') ?? [])]), [marks, drawn]);
  return (
    <div class="page-marks" ref={layer} dir="auto">
      {marks.map(({ x, y, width, height, text }, index) => (
        <mark key={index} style={{ left: share(x), top: share(y), width: share(width), height: share(height) }}>
          <span class="visually-hidden">{shownText(text)}</span>
        </mark>
      ))}
    </div>
  );
}
