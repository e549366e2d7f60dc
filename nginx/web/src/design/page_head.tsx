// SPDX-License-Identifier: Apache-2.0
// The head of a view: its title (which gets the focus when the view opens, and may be a foreign name), a
// summary line and actions.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../strings/words.ts';
import { Foreign, shownText } from './inline.tsx';

export function PageHead({
  title,
  summary,
  acts,
}: {
  title: string;
  summary?: ComponentChildren;
  acts?: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${shownText(title)} · ${t().product}`;
  }, [title]);
  // The element that had the focus during loading is gone.
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="page-head">
      <div class="page-head-text">
        <h1 tabIndex={-1} ref={heading}>
          <Foreign>{title}</Foreign>
        </h1>
        {summary !== undefined && <p class="second">{summary}</p>}
      </div>
      {acts && <div class="acts">{acts}</div>}
    </div>
  );
}
