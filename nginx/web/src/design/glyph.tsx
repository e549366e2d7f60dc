// SPDX-License-Identifier: Apache-2.0
// Status glyphs. Each status has a shape as well as a colour: tick, half circle, dashed circle, triangle,
// with its word beside it. Lists, charts and reports use the same glyphs.
import type { JSX } from 'preact';
import { t } from '../strings/words.ts';

export type Verdict = 'COMPLETE' | 'PARTIAL' | 'MISSING' | 'FAILED';
export type Shape = 'tick' | 'half' | 'dashed' | 'triangle' | 'stop' | 'ring';
export type Tone = 'complete' | 'partial' | 'missing' | 'failed' | 'accent' | 'quiet';

const ring = { cx: 8, cy: 8, r: 6.2, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6 };
const DRAWN: Record<Shape, () => JSX.Element> = {
  tick: () => (
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.8 5.1-4.4 4.9a.8.8 0 0 1-1.2 0L4.2 8.9l1.2-1.1 1.4 1.5 3.8-4.3Z"
    />
  ),
  half: () => (
    <>
      <circle {...ring} />
      <path fill="currentColor" d="M8 1.8a6.2 6.2 0 0 1 0 12.4Z" />
    </>
  ),
  dashed: () => <circle {...ring} stroke-dasharray="2.4 2.47" />,
  triangle: () => (
    <>
      <path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" d="M8 2.2 14.4 13.4H1.6Z" />
      <path fill="currentColor" d="M7.2 6h1.6v4H7.2Zm0 5h1.6v1.4H7.2Z" />
    </>
  ),
  stop: () => (
    <>
      <circle {...ring} />
      <path stroke="currentColor" stroke-width="1.6" d="M5 8h6" />
    </>
  ),
  ring: () => <circle {...ring} />,
};

// Decoration: the word beside it says the same.
export function Glyph({ shape, tone, size = 14 }: { shape: Shape; tone: Tone; size?: number }) {
  return (
    <svg class={`glyph ${tone}`} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      {DRAWN[shape]()}
    </svg>
  );
}

const VERDICTS: Record<Verdict, [Shape, Tone]> = {
  COMPLETE: ['tick', 'complete'],
  PARTIAL: ['half', 'partial'],
  MISSING: ['dashed', 'missing'],
  FAILED: ['triangle', 'failed'],
};

// An assessment's status: glyph and word; the same as a pill with a soft background; or the glyph alone,
// with the word for screen readers, where a column head or a legend has the word.
export function Status({ status, form = 'plain' }: { status: Verdict; form?: 'plain' | 'pill' | 'glyph' }) {
  const [shape, tone] = VERDICTS[status];
  const word = t().status[status];
  return (
    <span class={form === 'pill' ? `status pill ${tone}` : 'status'} title={form === 'glyph' ? word : undefined}>
      <Glyph shape={shape} tone={tone} />
      <span class={form === 'glyph' ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  );
}

// Any other state, with the caller's glyph and word.
export function State({
  shape,
  tone,
  children,
  pill,
}: {
  shape: Shape;
  tone: Tone;
  children: preact.ComponentChildren;
  pill?: boolean;
}) {
  return (
    <span class={pill ? `status pill ${tone}` : 'status'}>
      <Glyph shape={shape} tone={tone} />
      <span>{children}</span>
    </span>
  );
}
