// SPDX-License-Identifier: Apache-2.0
// How far a run is: the requirement that is judged, the time so far and the time left.
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Foreign } from '../../design/inline.tsx';
import { Progress, StatusShares } from '../../design/measures.tsx';
import { duration, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { type Run, tookOf } from './run_facts.tsx';

const ESTIMATE_AFTER = 3000; // ms of judging

// The remaining time in ms, from the pace of the requirements judged so far; null if unknown.
function leftOf(run: Run, steps: readonly Schemas['RunStep'][], now: number): number | null {
  const judging = steps.find(({ stepName }) => stepName === 'ASSESSMENT');
  const { requirementsDone: done, requirementsTotal: total } = run.progress;
  if (judging?.status !== 'IN_PROGRESS' || judging.startedAt === null || done === 0) return null;
  const elapsed = now - Date.parse(judging.startedAt);
  return elapsed < ESTIMATE_AFTER ? null : (elapsed / done) * (total - done);
}

const inSeconds = (ms: number): number => Math.max(1, Math.round(ms / 1000)) * 1000;

export function RunProgress({ run, steps, now }: { run: Run; steps: readonly Schemas['RunStep'][]; now: number }) {
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
