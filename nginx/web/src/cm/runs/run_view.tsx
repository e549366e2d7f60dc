// SPDX-License-Identifier: Apache-2.0
// One run: while it is under way, its progress, current step and remaining time; afterwards its results
// and its inputs.
import { useEffect, useState } from 'preact/hooks';
import { Square } from 'lucide-preact';
import { ApiError, post, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { Card } from '../../design/card.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FailureText } from '../../design/failure.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { Progress, StatusShares } from '../../design/measures.tsx';
import { announce, toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { PersonName } from '../../design/person.tsx';
import { ErrorNote, messageOf, Note, NotYet, Skeleton } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { duration, fraction, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { CompareDialog } from './compare_dialog.tsx';
import { isMoving, judgeOf, type Run, RunState, RunSummary, tookOf, usePackName } from './run_facts.tsx';
import { Timeline } from './timeline.tsx';

const LOOK_AGAIN = 1200; // ms; each round requests two addresses
const ESTIMATE_AFTER = 3000;

function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

// The remaining time in ms, from the pace of the requirements judged so far; null if unknown.
function leftOf(run: Run, steps: readonly Schemas['RunStep'][], now: number): number | null {
  const judging = steps.find(({ stepName }) => stepName === 'ASSESSMENT');
  const { requirementsDone: done, requirementsTotal: total } = run.progress;
  if (judging?.status !== 'IN_PROGRESS' || judging.startedAt === null || done === 0) return null;
  const elapsed = now - Date.parse(judging.startedAt);
  return elapsed < ESTIMATE_AFTER ? null : (elapsed / done) * (total - done);
}

const inSeconds = (ms: number): number => Math.max(1, Math.round(ms / 1000)) * 1000;

function Moving({ run, steps, now }: { run: Run; steps: readonly Schemas['RunStep'][]; now: number }) {
  const words = t().runs;
  const { requirementsDone: done, requirementsTotal: total } = run.progress;
  // Requirements are judged in the pack's order. In a run of some of them, the next one is unknown.
  const pack = useResource('/api/requirements', { query: { packId: run.packId } });
  const judging = steps.some(({ stepName, status }) => stepName === 'ASSESSMENT' && status === 'IN_PROGRESS');
  const current =
    judging && pack.data?.requirements.length === total ? pack.data.requirements[Math.min(done, total - 1)] : undefined;
  const elapsed = tookOf(run, now);
  const left = leftOf(run, steps, now);
  const times = [
    elapsed !== null && elapsed >= 1000 && words.elapsed(duration(inSeconds(elapsed))),
    left !== null && words.left(duration(inSeconds(left))),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <section class="card panel run-moving" aria-label={words.progress}>
      {run.status === 'QUEUED' ? (
        <Progress label={words.waiting} value={null} />
      ) : (
        <Progress
          label={words.judged}
          value={done}
          total={Math.max(1, total)}
          detail={[words.doneOf(number(done), number(total)), times].filter(Boolean).join(' · ')}
        />
      )}
      {current && (
        <p class="small clip">
          <span class="second">{words.at}</span> <span class="strong">{current.requirementId}</span>{' '}
          <Foreign>{current.title}</Foreign>
        </p>
      )}
      {done > 0 && <StatusShares counts={run.counts} legend />}
    </section>
  );
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

function CancelDialog({ run, onDone, onClose }: { run: Run; onDone: () => void; onClose: () => void }) {
  const words = t().runs;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const cancel = async () => {
    setBusy(true);
    try {
      await post('/api/runs/{runId}/cancel', { path: { runId: run.id } });
      toast(words.cancelled);
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.cancelTitle}
      onClose={onClose}
      onSubmit={() => void cancel()}
      footer={
        <>
          <Button onClick={onClose}>{words.goOn}</Button>
          <Button type="submit" look="danger" busy={busy}>
            {words.cancel}
          </Button>
        </>
      }>
      <p class="second">{words.cancelWhy}</p>
      <p class="field-error" role="alert">
        {error}
      </p>
    </Dialog>
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
        <Moving run={one} steps={steps.data?.steps ?? []} now={now} />
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
