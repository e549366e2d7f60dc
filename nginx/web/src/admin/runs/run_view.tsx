// SPDX-License-Identifier: Apache-2.0
// One run for administrators: its trace, steps, pins, audit trail, replay and reproduction.
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { FailureText } from '../../design/failure.tsx';
import { Id } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { PersonName } from '../../design/person.tsx';
import { Note, NotYet } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { duration, exactTime } from '../../strings/format.ts';
import { t } from '../words.ts';
import { ReplayRecord } from './replay_record.tsx';
import { ReplayVerdict, useReplay } from './replay.tsx';
import { useReproductions } from './reproductions.tsx';
import { RunAudit } from './run_audit.tsx';
import { nameOf, usePacks } from './run_names.ts';
import { RunPins } from './run_pins.tsx';
import { moves, type Run, RunState, tookMs } from './run_state.tsx';
import { RunSteps } from './run_steps.tsx';
import { useTrace } from './run_trace.tsx';

const POLL = 1000; // ms, while the run is under way
const ENTRIES = 8;

function RunDetails({ run }: { run: Run }) {
  const words = t().adminRuns;
  const waited = run.startedAt ? Date.parse(run.startedAt) - Date.parse(run.createdAt) : null;
  return (
    <Card title={words.details} acts={<RunState status={run.status} />}>
      <dl class="facts">
        <div>
          <dt>{words.outcome}</dt>
          <dd>{run.progress.requirementsDone > 0 ? <StatusShares counts={run.counts} legend /> : '–'}</dd>
        </div>
        <div>
          <dt>{words.id}</dt>
          <dd>
            <Id value={run.id} />
          </dd>
        </div>
        <div>
          <dt>{words.trigger}</dt>
          <dd>{words.manual}</dd>
        </div>
        {run.rerunOf && (
          <div>
            <dt>{words.rerunOf}</dt>
            <dd>
              <Link href={`/runs/${run.rerunOf}`}>{run.rerunOf}</Link>
            </dd>
          </div>
        )}
        {waited !== null && (
          <div>
            <dt>{words.waited}</dt>
            <dd>{duration(waited)}</dd>
          </div>
        )}
        {tookMs(run) !== null && (
          <div>
            <dt>{words.took}</dt>
            <dd>{duration(tookMs(run) ?? 0)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

export default function RunView({ params }: ViewProps) {
  const words = t().adminRuns;
  const runId = params.runId ?? '';
  const resource = useResource('/api/admin/runs/{runId}', { path: { runId } }, ({ run }) => (moves(run) ? POLL : null));
  const entries = useResource('/api/admin/audit-logs', { query: { runId, limit: ENTRIES } });
  const details = resource.data;
  const run = details?.run;
  const moving = run ? moves(run) : false;
  const { reload } = entries;
  useEffect(() => reload(), [run?.status, reload]);
  const replay = useReplay(runId, entries.reload);
  const reproductions = useReproductions(
    runId,
    run?.status === 'COMPLETED' && run.snapshotStatus === 'CAPTURED',
    entries.reload,
  );
  const trace = useTrace(runId, moving);
  const pack = nameOf(usePacks(), run?.packId ?? null);

  if (!details || !run) return <NotYet of={resource} />;
  return (
    <>
      <PageHead
        title={words.name(pack ?? '…')}
        summary={
          <>
            {words.by('')}
            <PersonName of={run.startedBy} /> · {exactTime(run.createdAt)}
          </>
        }
        acts={
          <>
            <a class="button quiet" href={`/cm/runs/${run.id}/results`}>
              <span>{words.openResults}</span>
            </a>
            {reproductions.button}
            <Button look="primary" onClick={replay.start} busy={replay.state.phase === 'busy'} disabled={moving}>
              {replay.state.phase === 'busy' ? words.replayBusy : words.replay}
            </Button>
          </>
        }
      />
      <ReplayVerdict state={replay.state} hash={run.snapshotHash} onRetry={replay.start} />
      {run.failureReason && (
        <Note tone="missing" title={words.failed}>
          <FailureText of={run} />
        </Note>
      )}
      <div class="split">
        <div class="stack">
          {trace.card}
          <RunSteps steps={details.steps} />
          {replay.state.phase === 'done' && <ReplayRecord replay={replay.state.replay} />}
        </div>
        <div class="stack">
          {trace.side}
          <RunPins details={details} />
          <RunDetails run={run} />
          {reproductions.card}
          <RunAudit runId={runId} entries={entries} />
        </div>
      </div>
    </>
  );
}
