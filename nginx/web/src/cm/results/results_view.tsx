// SPDX-License-Identifier: Apache-2.0
// The results of a run: its counts, the filters, and the review as a queue, a tree or a table.
import { useMemo, useState } from 'preact/hooks';
import { currentUser, may } from '../../api/session.ts';
import { useResource } from '../../api/resource.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { NoMatch } from '../../design/list_table.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { usePicked } from '../../design/picked.ts';
import { Empty, ErrorNote, Failed, Skeleton } from '../../design/states.tsx';
import { usePackName } from '../../shell/pack_names.ts';
import type { ViewProps } from '../../shell/route.ts';
import { useQuery } from '../../shell/query.ts';
import { t } from '../../strings/words.ts';
import { CompareDialog } from '../runs/compare_dialog.tsx';
import { isMoving, RunSummary } from '../runs/run_facts.tsx';
import { type Decision, useAssessments } from './assessments.ts';
import { clearFilters, FilterBar, filterOf, modeOf } from './filter_bar.tsx';
import { ManyDialog } from './many_dialog.tsx';
import { type Brief, type Filter, filtered } from './queue.ts';
import { ResultTable } from './result_table.tsx';
import { ReviewDesk } from './review.tsx';
import { SelectionBar } from './selection_bar.tsx';
import { WhatIfSheet } from './what_if.tsx';

const LOOK_AGAIN = 2000; // ms, while the run is under way

export default function ResultsView({ params }: ViewProps) {
  const words = t().results;
  const runId = params.runId ?? '';
  const query = useQuery();
  const run = useResource('/api/runs/{runId}', { path: { runId } }, (one) => (isMoving(one) ? LOOK_AGAIN : null));
  const { all, error, slow, reload, decided } = useAssessments(runId, run.data !== undefined && isMoving(run.data));
  const packName = usePackName(run.data?.packId);
  const [dialog, setDialog] = useState<'what-if' | 'compare' | null>(null);
  const { picked, pick, clear } = usePicked();
  const [many, setMany] = useState<{ verdict: Decision['verdict']; chosen: readonly Brief[] } | null>(null);
  const mayDecide = may(currentUser(), 'MEMBER');
  // The same object until one of its parts changes: the address also names the open requirement.
  const key = JSON.stringify(filterOf(query));
  const filter = useMemo(() => JSON.parse(key) as Filter, [key]);
  const mode = modeOf(query);
  const thresholds = run.data?.thresholds;
  const shown = useMemo(() => (all && thresholds ? filtered(all, filter, thresholds) : []), [all, filter, thresholds]);

  if (run.error && !run.data) return <Failed error={run.error} onRetry={run.reload} />;
  const judging = run.data !== undefined && isMoving(run.data);
  return (
    <div class={mode === 'table' ? 'results' : 'results desk'} data-open={mode !== 'table' && query.get('at') !== ''}>
      <PageHead
        title={packName ?? words.title}
        summary={run.data ? <RunSummary run={run.data} /> : '\u00a0'}
        acts={
          <>
            <ButtonLink to={`/runs/${runId}`}>{words.toRun}</ButtonLink>
            <Button disabled={!run.data || judging} onClick={() => setDialog('compare')}>
              {words.compare}
            </Button>
            <Button disabled={!run.data || judging || all?.length === 0} onClick={() => setDialog('what-if')}>
              {words.whatIf}
            </Button>
            {run.data?.status === 'COMPLETED' && (
              <ButtonLink to={`/exports?run=${runId}`} look="primary">
                {words.export}
              </ButtonLink>
            )}
          </>
        }
      />
      {run.data && (
        <div class="results-shares">
          <StatusShares counts={run.data.counts} legend />
        </div>
      )}
      {error && <ErrorNote error={error} onRetry={reload} />}
      {all && thresholds ? (
        all.length === 0 ? (
          <Empty
            title={judging ? words.notYet : words.none}
            acts={<ButtonLink to={`/runs/${runId}`}>{words.toRun}</ButtonLink>}>
            {judging ? words.notYetWhy : words.noneWhy}
          </Empty>
        ) : (
          <>
            <FilterBar query={query} all={all} thresholds={thresholds} shown={shown.length} />
            {mode === 'table' && picked.size > 0 && (
              <SelectionBar
                count={picked.size}
                onClear={clear}
                onDecide={(verdict) => setMany({ verdict, chosen: all.filter(({ id }) => picked.has(id)) })}
              />
            )}
            {mode !== 'table' ? (
              <ReviewDesk
                query={query}
                all={all}
                shown={shown}
                thresholds={thresholds}
                tree={mode === 'tree'}
                onDecided={decided}
                onAcceptMany={(chosen) => setMany({ verdict: 'ACCEPTED', chosen })}
              />
            ) : shown.length > 0 ? (
              <ResultTable runId={runId} rows={shown} selection={mayDecide ? { picked, pick } : null} />
            ) : (
              <NoMatch words={words} onClear={() => clearFilters(query)} />
            )}
          </>
        )
      ) : (
        slow && <Skeleton lines={6} />
      )}
      {dialog === 'what-if' && thresholds && (
        <WhatIfSheet
          runId={runId}
          thresholds={thresholds}
          onClose={() => setDialog(null)}
          onOpen={(at) => {
            setDialog(null);
            query.set({ at, view: null, cite: null });
          }}
        />
      )}
      {many && (
        <ManyDialog
          runId={runId}
          chosen={many.chosen}
          verdict={many.verdict}
          onClose={() => setMany(null)}
          onDone={(reviews) => {
            decided(reviews);
            pick(
              reviews.map(({ assessmentId }) => assessmentId),
              false,
            );
          }}
        />
      )}
      {dialog === 'compare' && run.data && <CompareDialog run={run.data} onClose={() => setDialog(null)} />}
    </div>
  );
}
