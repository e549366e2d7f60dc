// SPDX-License-Identifier: Apache-2.0
// Arranges the spans of a trace as a tree over a time axis.
import type { Schemas } from '../../api/client.ts';

export type Span = Schemas['Span'];

export interface SpanNode {
  span: Span;
  level: number; // 1 for a root
  begins: number; // ms after the first span
  ends: number; // now, for a running span
  running: boolean;
  children: SpanNode[];
  place: number; // among its siblings, from 1
  siblings: number;
}

export interface Timeline {
  roots: SpanNode[];
  length: number; // ms
  from: number; // ms since 1970
}

// A span whose parent is outside this trace (the caller's) is a root.
export function timelineOf(spans: readonly Span[], now: number): Timeline {
  const from = Math.min(...spans.map((span) => Date.parse(span.startedAt)));
  const nodes = new Map<string, SpanNode>();
  for (const span of spans) {
    const begins = Date.parse(span.startedAt) - from;
    const ends = span.endedAt === null ? Math.max(now - from, begins) : Date.parse(span.endedAt) - from;
    nodes.set(span.spanId, {
      span,
      level: 1,
      begins,
      ends,
      running: span.endedAt === null,
      children: [],
      place: 1,
      siblings: 1,
    });
  }
  const roots: SpanNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.span.parentSpanId === null ? undefined : nodes.get(node.span.parentSpanId);
    (parent && parent !== node ? parent.children : roots).push(node);
  }
  const settle = (list: SpanNode[], level: number) => {
    list.sort((a, b) => a.begins - b.begins);
    list.forEach((node, index) => {
      Object.assign(node, { level, place: index + 1, siblings: list.length });
      settle(node.children, level + 1);
    });
  };
  settle(roots, 1);
  return { roots, from, length: Math.max(1, ...[...nodes.values()].map((node) => node.ends)) };
}

// The visible rows: all except those below a closed one.
export function openRows(roots: readonly SpanNode[], closed: ReadonlySet<string>): SpanNode[] {
  const rows: SpanNode[] = [];
  const walk = (node: SpanNode) => {
    rows.push(node);
    if (!closed.has(node.span.spanId)) node.children.forEach(walk);
  };
  roots.forEach(walk);
  return rows;
}

// A round step of the axis (1, 2 or 5 times a power of ten, in ms) that makes at most `most` parts.
export function axisStep(length: number, most: number): number {
  const rough = length / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}
