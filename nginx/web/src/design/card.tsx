// SPDX-License-Identifier: Apache-2.0
// A card with a head: title, additional text and actions.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Foreign } from './inline.tsx';

// `flush`: the content reaches the edges of the card (rows, a table).
export function Card({
  title,
  meta,
  acts,
  children,
  flush = false,
}: {
  title: string;
  meta?: ComponentChildren;
  acts?: ComponentChildren;
  children: ComponentChildren;
  flush?: boolean;
}) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>
          <Foreign>{title}</Foreign>
        </h2>
        {meta !== undefined && <span class="small second">{meta}</span>}
        {acts && <div class="acts">{acts}</div>}
      </div>
      <div class={flush ? undefined : 'card-body'}>{children}</div>
    </section>
  );
}
