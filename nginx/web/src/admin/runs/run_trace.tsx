// SPDX-License-Identifier: Apache-2.0
// The trace of a run: its waterfall, how many attributes were withheld, and the selected span.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { X } from 'lucide-preact';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { IconButton } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Id } from '../../design/inline.tsx';
import { useMatches } from '../../design/matches.ts';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { useQuery } from '../../shell/query.ts';
import { t } from '../words.ts';
import { SpanFacts } from './span_panel.tsx';
import { SpanRows } from './span_rows.tsx';
import { openRows, type SpanNode, timelineOf } from './span_tree.ts';
import { spanName } from './span_words.ts';

const POLL = 2000; // ms, while the run is under way
const NARROW = '(max-width: 1000px)'; // at this width the selected span is a sheet over the page

const find = (nodes: readonly SpanNode[], id: string): SpanNode | undefined => {
  for (const node of nodes) {
    const found = node.span.spanId === id ? node : find(node.children, id);
    if (found) return found;
  }
  return undefined;
};

// Returns `side`, the panel of the selected span beside the trace, for the page to place.
export function useTrace(runId: string, moving: boolean) {
  const words = t().adminRuns;
  const query = useQuery();
  const trace = useResource('/api/admin/runs/{runId}/trace', { path: { runId } }, () => (moving ? POLL : null));
  const { reload } = trace;
  useEffect(() => reload(), [moving, reload]); // once more at the run's end
  const narrow = useMatches(NARROW);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const spans = trace.data?.spans;
  const timeline = useMemo(() => (spans && spans.length > 0 ? timelineOf(spans, Date.now()) : null), [spans]);
  const rows = useMemo(() => (timeline ? openRows(timeline.roots, closed) : []), [timeline, closed]);
  const wanted = query.get('span');
  const chosen = timeline && wanted ? find(timeline.roots, wanted) : undefined;
  const choose = (span: string | null) => query.set({ span });
  const toggle = (id: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const card = (
    <Card
      title={words.trace}
      flush
      meta={trace.data && <Id value={trace.data.traceId} />}
      acts={
        trace.data && (
          <span class="small second">
            {words.spans(trace.data.spans.length)} · {words.droppedAttributes(trace.data.droppedAttributes)}
          </span>
        )
      }>
      {trace.error && (
        <div class="card-body">
          <ErrorNote error={trace.error} onRetry={trace.reload} />
        </div>
      )}
      {!trace.data && trace.slow && (
        <div class="card-body">
          <Skeleton lines={8} />
        </div>
      )}
      {trace.data && !timeline && <p class="card-body second">{words.noSpans}</p>}
      {timeline && (
        <SpanRows
          timeline={timeline}
          rows={rows}
          chosen={chosen?.span.spanId ?? null}
          closed={closed}
          onChoose={choose}
          onToggle={toggle}
        />
      )}
    </Card>
  );
  const side =
    chosen &&
    (narrow ? (
      <Dialog side title={spanName(chosen.span)} onClose={() => choose(null)}>
        <SpanFacts key={chosen.span.spanId} node={chosen} />
      </Dialog>
    ) : (
      <Card
        title={spanName(chosen.span)}
        acts={
          <IconButton label={words.span.close} onClick={() => choose(null)}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        }>
        <div class="stack">
          <SpanFacts key={chosen.span.spanId} node={chosen} />
        </div>
      </Card>
    ));
  return { card, side };
}
