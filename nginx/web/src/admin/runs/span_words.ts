// SPDX-License-Identifier: Apache-2.0
// Describes the names and outcomes of spans in words.
import { duration } from '../../strings/format.ts';
import { t } from '../words.ts';
import type { Span, SpanNode } from './span_tree.ts';

const attribute = (span: Span, name: string): unknown => (span.attributes as Readonly<Record<string, unknown>>)[name];

export function spanName(span: Span): string {
  const words = t().adminRuns;
  if (span.name === 'run') return words.span.run;
  if (span.name.startsWith('step.')) {
    const step = span.name.slice('step.'.length);
    return (words.step as Readonly<Record<string, string>>)[step] ?? step;
  }
  if (span.name !== 'requirement') return span.name;
  const codes = attribute(span, 'requirement.codes');
  return words.span.requirement(Array.isArray(codes) ? codes.map(String).join(', ') : '');
}

// How a span failed. A cancelled run is not a failure.
export function faultOf(span: Span): 'none' | 'cancelled' | 'timedOut' | 'failed' {
  if (span.status !== 'ERROR') return 'none';
  const type = attribute(span, 'error.type');
  if (type === 'cancelled') return 'cancelled';
  return type === 'timeout' ? 'timedOut' : 'failed';
}

// How long the span took, or a word for its fault.
export function spanEnd({ span, running, begins, ends }: SpanNode): string {
  const words = t().adminRuns.span;
  const fault = faultOf(span);
  if (fault !== 'none') return words.fault[fault];
  return running ? words.running : duration(ends - begins);
}

export function spanStatus({ span, running }: SpanNode): string {
  const words = t().adminRuns;
  const fault = faultOf(span);
  if (fault === 'cancelled') return t().runs.status.CANCELLED;
  if (fault !== 'none') return words.span.error;
  return running ? words.span.running : span.status === 'OK' ? words.span.ok : words.span.unset;
}
