// SPDX-License-Identifier: Apache-2.0
// The waterfall: a tree of spans with a bar each. Renders only the spans in sight. The tree has the
// focus, and arrow keys move through it.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ChevronDown, ChevronRight } from 'lucide-preact';
import { Foreign } from '../../design/inline.tsx';
import { useLatest } from '../../design/latest.ts';
import { duration } from '../../strings/format.ts';
import { t } from '../words.ts';
import { axisStep, type SpanNode, type Timeline } from './span_tree.ts';
import { faultOf, spanEnd, spanName } from './span_words.ts';

const ROW = 32; // px
const MOST_ROWS = 16; // in sight at once
const BEYOND = 6;
const PARTS = 5;

const share = (part: number, whole: number) => `${Math.max(0, Math.min(1, part / whole)) * 100}%`;

function Axis({ length, step }: { length: number; step: number }) {
  const marks = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step).filter(
    (at) => at < length * 0.94,
  );
  return (
    <div class="span-row span-axis" aria-hidden="true">
      <span />
      <div class="span-lane">
        {marks.map((at) => (
          <span style={{ left: share(at, length) }}>{duration(at)}</span>
        ))}
      </div>
      <span />
    </div>
  );
}

export function SpanRows({
  timeline,
  rows,
  chosen,
  closed,
  onChoose,
  onToggle,
}: {
  timeline: Timeline;
  rows: readonly SpanNode[];
  chosen: string | null;
  closed: ReadonlySet<string>;
  onChoose: (spanId: string) => void;
  onToggle: (spanId: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(chosen ?? rows[0]?.span.spanId);
  const id = useId();
  const at = Math.max(
    0,
    rows.findIndex(({ span }) => span.spanId === active),
  );
  const step = axisStep(timeline.length, PARTS);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const last = Math.min(rows.length, Math.ceil(top / ROW) + MOST_ROWS + BEYOND);

  const show = (index: number) => {
    const element = box.current;
    if (!element) return;
    if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
    else if ((index + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = (index + 1) * ROW - element.clientHeight;
    setTop(element.scrollTop);
  };
  const go = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setActive(row.span.spanId);
    show(rows.indexOf(row));
  };
  const goTo = useLatest((spanId: string) => go(rows.findIndex(({ span }) => span.spanId === spanId)));
  useEffect(() => {
    if (chosen !== null) goTo(chosen);
  }, [chosen, goTo]);

  const onKey = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const { span, children, level } = row;
    const open = children.length > 0 && !closed.has(span.spanId);
    switch (event.key) {
      case 'ArrowDown':
        go(at + 1);
        break;
      case 'ArrowUp':
        go(at - 1);
        break;
      case 'PageDown':
        go(at + MOST_ROWS - 1);
        break;
      case 'PageUp':
        go(at - MOST_ROWS + 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(rows.length - 1);
        break;
      case 'ArrowRight':
        if (open) go(at + 1);
        else if (children.length > 0) onToggle(span.spanId);
        break;
      case 'ArrowLeft':
        if (open) onToggle(span.spanId);
        else go(rows.slice(0, at).findLastIndex((one) => one.level < level));
        break;
      case 'Enter':
      case ' ':
        onChoose(span.spanId);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const drawn = rows.slice(first, last).map((row, index) => ({ row, index: first + index }));
  const activeRow = rows[at];
  if (activeRow && (at < first || at >= last)) drawn.push({ row: activeRow, index: at }); // the focused row must exist
  return (
    <div class="spans">
      <Axis length={timeline.length} step={step} />
      <div
        class="span-box"
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label={t().adminRuns.traceLabel}
        aria-activedescendant={`${id}-${activeRow?.span.spanId}`}
        style={{ height: `${Math.min(rows.length, MOST_ROWS) * ROW}px` }}
        onKeyDown={onKey}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div role="presentation" class="span-space" style={{ height: `${rows.length * ROW}px` }}>
          {drawn.map(({ row, index }) => {
            const { span, level, begins, ends, children } = row;
            const shut = closed.has(span.spanId);
            const fault = faultOf(span);
            const broken = fault === 'failed' || fault === 'timedOut';
            return (
              <div
                key={span.spanId}
                id={`${id}-${span.spanId}`}
                role="treeitem"
                aria-level={level}
                aria-posinset={row.place}
                aria-setsize={row.siblings}
                aria-expanded={children.length > 0 ? !shut : undefined}
                aria-selected={span.spanId === chosen}
                class={`span-row${span.spanId === active ? ' active' : ''}`}
                style={{ top: `${index * ROW}px` }}
                onClick={() => {
                  setActive(span.spanId);
                  onChoose(span.spanId);
                }}>
                <span class={`span-name${level < 3 ? ' strong' : ''}`} style={{ '--deep': level - 1 }}>
                  <span
                    class="span-fold"
                    onClick={(event) => {
                      if (children.length === 0) return;
                      event.stopPropagation();
                      setActive(span.spanId);
                      onToggle(span.spanId);
                    }}>
                    {children.length > 0 &&
                      (shut ? (
                        <ChevronRight size={14} aria-hidden="true" />
                      ) : (
                        <ChevronDown size={14} aria-hidden="true" />
                      ))}
                  </span>
                  <span class="clip">
                    <Foreign>{spanName(span)}</Foreign>
                  </span>
                </span>
                <div class="span-lane" style={{ backgroundSize: `${share(step, timeline.length)} 100%` }}>
                  <div
                    class={`span-bar${level === 1 ? ' root' : ''}${broken ? ' broken' : ''}${row.running ? ' running' : ''}`}
                    style={{ left: share(begins, timeline.length), width: share(ends - begins, timeline.length) }}
                  />
                </div>
                <span class={`number small${broken ? ' missing strong' : ' second'}`}>{spanEnd(row)}</span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
