// SPDX-License-Identifier: Apache-2.0
// The facts shown wherever a run is named: its pack, state, duration and evaluator.
import type { Schemas } from '../../api/client.ts';
import { type Shape, State, Status, type Tone } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { duration, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

export type Run = Schemas['Run'];

export const isMoving = ({ status }: Run): boolean => status === 'QUEUED' || status === 'IN_PROGRESS';

const endOf = (run: Run): string | null => run.completedAt ?? run.failedAt ?? run.cancelledAt;

// The run's duration in ms, until now if it has not ended; null if it has not started.
export function tookOf(run: Run, now: number): number | null {
  if (run.startedAt === null) return null;
  return Math.max(0, Date.parse(endOf(run) ?? new Date(now).toISOString()) - Date.parse(run.startedAt));
}

const SHOWN: Record<Run['status'], [Shape, Tone]> = {
  QUEUED: ['ring', 'quiet'],
  IN_PROGRESS: ['half', 'accent'],
  COMPLETED: ['tick', 'complete'],
  FAILED: ['triangle', 'failed'],
  CANCELLED: ['stop', 'quiet'],
};

export function RunState({ run, pill = false }: { run: Run; pill?: boolean }) {
  const [shape, tone] = SHOWN[run.status];
  return (
    <State shape={shape} tone={tone} pill={pill}>
      {t().runs.status[run.status]}
    </State>
  );
}

// The statuses of a run as a bar with the numbers.
export function ShortShares({ run }: { run: Run }) {
  return (
    <div class="short-shares">
      <StatusShares counts={run.counts} />
      <span class="small" aria-hidden="true">
        {(['COMPLETE', 'PARTIAL', 'MISSING', 'FAILED'] as const).map(
          (status) =>
            run.counts[status] > 0 && (
              <span key={status} class="short-count">
                <Status status={status} form="glyph" /> {number(run.counts[status])}
              </span>
            ),
        )}
      </span>
    </div>
  );
}

export const judgeOf = (run: Run): string =>
  run.evaluatorModel ?? (run.evaluator === 'builtin' ? t().runs.builtin : run.evaluator);

// A one-line summary: scope, time, duration, evaluator.
export function RunSummary({ run }: { run: Run }) {
  const words = t().runs;
  const end = endOf(run);
  const took = tookOf(run, Date.now());
  return (
    <>
      {words.requirements(run.progress.requirementsTotal)}
      {' · '}
      {end ? (
        <>
          {words.ended[run.status]} <Time at={end} />
          {took !== null && (
            <>
              {' '}
              {words.within} {duration(took)}
            </>
          )}
        </>
      ) : (
        words.doneOf(number(run.progress.requirementsDone), number(run.progress.requirementsTotal))
      )}
      {' · '}
      <Foreign>{judgeOf(run)}</Foreign>
    </>
  );
}
