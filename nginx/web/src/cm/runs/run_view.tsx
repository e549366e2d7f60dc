// SPDX-License-Identifier: Apache-2.0
// One run: while it is under way, its progress, current step and remaining time; afterwards its results
// and its inputs.
import { useEffect, useState } from 'preact/hooks';
import { Square } from 'lucide-preact';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { Card } from '../../design/card.tsx';
import { FailureText } from '../../design/failure.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { announce } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { PersonName } from '../../design/person.tsx';
import { ErrorNote, Note, NotYet, Skeleton } from '../../design/states.tsx';
import { usePackName } from '../../shell/pack_names.ts';
import type { ViewProps } from '../../shell/route.ts';
import { fraction } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { CancelDialog } from './cancel_dialog.tsx';
import { CompareDialog } from './compare_dialog.tsx';
import { isMoving, judgeOf, type Run, RunState, RunSummary } from './run_facts.tsx';
import { RunProgress } from './run_progress.tsx';
import { Timeline } from './timeline.tsx';

const LOOK_AGAIN = 1200; // ms; each round requests two addresses

function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

function Facts({ run }: { run: Run }) {
  const words = t().runs;
  return (
    <dl class="facts">
      <div>
        <dt>{words.startedBy}</dt>
        <dd>
          <PersonName of={run.startedBy} />, <Time at={run.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{words.judge}</dt>
        <dd>
          <Foreign>
            {[
              judgeOf(run),
              run.evaluatorVersion && words.version(run.evaluatorVersion),
              run.calibrationVersion !== null && words.calibration(String(run.calibrationVersion)),
            ]
              .filter(Boolean)
              .join(', ')}
          </Foreign>
        </dd>
      </div>
      <div>
        <dt>{words.thresholds}</dt>
        <dd>{words.completeFrom(fraction(run.thresholds.complete), fraction(run.thresholds.partial))}</dd>
      </div>
      <div>
        <dt>{words.encoder}</dt>
        <dd class="mono">{run.model}</dd>
      </div>
      <div>
        <dt>{words.record}</dt>
        <dd>
          {run.snapshotHash ? (
            <>
              {words.frozen} <Id value={run.snapshotHash} />
            </>
          ) : (
            words.notFrozen
          )}
        </dd>
      </div>
      <div>
        <dt>{words.trace}</dt>
        <dd>
          <Id value={run.traceId} />
        </dd>
      </div>
      <div>
        <dt>{words.runId}</dt>
        <dd>
          <Id value={run.id} />
        </dd>
      </div>
      {run.rerunOf && (
        <div>
          <dt>{words.rerunOf}</dt>
          <dd>
            <Id value={run.rerunOf} />
          </dd>
        </div>
      )}
    </dl>
  );
}

export default function RunView({ params }: ViewProps) {
  const words = t().runs;
  const runId = params.runId ?? '';
  const run = useResource('/api/runs/{runId}', { path: { runId } }, (one) => (isMoving(one) ? LOOK_AGAIN : null));
  const moving = run.data !== undefined && isMoving(run.data);
  const steps = useResource('/api/runs/{runId}/steps', { path: { runId } }, () => (moving ? LOOK_AGAIN : null));
  const packName = usePackName(run.data?.packId);
  const now = useNow(moving);
  const [dialog, setDialog] = useState<'cancel' | 'compare' | null>(null);

  const status = run.data?.status;
  const { reload } = steps;
  useEffect(() => {
    if (!status) return;
    announce(t().runs.status[status]);
    if (!moving) {
      setDialog((open) => (open === 'cancel' ? null : open));
      reload(); // to show the end of the last step
    }
  }, [status, moving, reload]);

  if (!run.data) return <NotYet of={run} />;
  const one = run.data;
  return (
    <>
      <PageHead
        title={packName ?? words.run}
        summary={
          <>
            <RunState run={one} /> · <RunSummary run={one} />
          </>
        }
        acts={
          <>
            {moving && may(currentUser(), 'MEMBER') && (
              <Button look="danger" icon={<Square size={14} aria-hidden="true" />} onClick={() => setDialog('cancel')}>
                {words.cancel}
              </Button>
            )}
            {!moving && one.status === 'COMPLETED' && (
              <Button onClick={() => setDialog('compare')}>{words.compare}</Button>
            )}
            {one.progress.requirementsDone > 0 && (
              <ButtonLink to={`/runs/${one.id}/results`} look={moving ? 'plain' : 'primary'}>
                {words.review}
              </ButtonLink>
            )}
          </>
        }
      />
      {run.error && <ErrorNote error={run.error} onRetry={run.reload} />}
      {one.status === 'FAILED' && (
        <Note tone="missing" title={words.failedTitle}>
          <FailureText of={one} />
        </Note>
      )}
      {one.status === 'CANCELLED' && (
        <Note tone="accent" title={words.cancelledTitle}>
          {words.cancelledWhy}
        </Note>
      )}
      {moving ? (
        <RunProgress run={one} steps={steps.data?.steps ?? []} now={now} />
      ) : (
        one.progress.requirementsDone > 0 && (
          <div class="results-shares">
            <StatusShares counts={one.counts} legend />
          </div>
        )
      )}
      <div class="run-cards">
        <Card title={words.steps}>
          {steps.error && <ErrorNote error={steps.error} onRetry={steps.reload} />}
          {steps.data ? (
            <Timeline steps={steps.data.steps} run={one} now={now} />
          ) : (
            steps.slow && <Skeleton lines={6} />
          )}
        </Card>
        <Card title={words.madeWith}>
          <Facts run={one} />
        </Card>
      </div>
      {dialog === 'cancel' && moving && (
        <CancelDialog
          run={one}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            run.reload();
          }}
        />
      )}
      {dialog === 'compare' && <CompareDialog run={one} onClose={() => setDialog(null)} />}
    </>
  );
}
