// SPDX-License-Identifier: Apache-2.0
// The six steps of a run, each with its state, duration and output.
import type { Schemas } from '../../api/client.ts';
import { FailureText } from '../../design/failure.tsx';
import { Glyph, type Shape, type Tone } from '../../design/glyph.tsx';
import { duration, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import type { Run } from './run_facts.tsx';

type Step = Schemas['RunStep'];

const SHOWN: Record<Step['status'], [Shape, Tone]> = {
  NOT_EXECUTED: ['ring', 'quiet'],
  IN_PROGRESS: ['half', 'accent'],
  COMPLETED: ['tick', 'complete'],
  FAILED: ['triangle', 'failed'],
};

// A number in a step's record, or the length of a list there; null if absent.
function count(refs: unknown, key: string): number | null {
  const value: unknown =
    typeof refs === 'object' && refs !== null ? (refs as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof value === 'number' ? value : Array.isArray(value) ? value.length : null;
}

function outcome(step: Step, run: Run): string {
  const words = t().runs.outcome;
  const { outputRefs: out } = step;
  const of = (key: string) => number(count(out, key) ?? 0);
  if (step.status === 'IN_PROGRESS' && step.stepName === 'ASSESSMENT') {
    return t().runs.doneOf(number(run.progress.requirementsDone), number(run.progress.requirementsTotal));
  }
  if (step.status !== 'COMPLETED') return '';
  switch (step.stepName) {
    case 'INGESTION':
      return words.ingestion(of('documentCount'), of('chunkCount'));
    case 'RETRIEVAL':
      return words.retrieval(of('candidateCount'));
    case 'VERIFICATION':
      return words.verification(of('verifiedChunkCount'));
    case 'ASSESSMENT':
      return words.assessment(number(run.progress.requirementsDone));
    case 'TASK_GENERATION':
      return words.tasks(of('taskIds'), of('linkedTaskIds'));
    case 'EXPORT':
      return words.export;
  }
}

export function Timeline({ steps, run, now }: { steps: readonly Step[]; run: Run; now: number }) {
  const words = t().runs;
  return (
    <ol class="timeline" aria-label={words.steps}>
      {steps.map((step) => {
        const [shape, tone] = SHOWN[step.status];
        const took =
          step.startedAt === null
            ? null
            : Math.max(0, (step.completedAt ? Date.parse(step.completedAt) : now) - Date.parse(step.startedAt));
        const over = step.status === 'IN_PROGRESS' && run.status !== 'IN_PROGRESS'; // the run ended during this step
        return (
          <li
            key={step.stepName}
            class={step.status === 'IN_PROGRESS' && !over ? 'moving' : undefined}
            aria-current={step.status === 'IN_PROGRESS' && !over ? 'step' : undefined}>
            <Glyph shape={over ? 'stop' : shape} tone={over ? 'quiet' : tone} size={18} />
            <div class="timeline-text">
              <p>
                <span class="strong">{words.stepNames[step.stepName]}</span>{' '}
                <span class="visually-hidden">{over ? words.status.CANCELLED : words.stepStatus[step.status]}</span>
              </p>
              <p class="small second">
                {step.errorDetails ? (
                  <FailureText of={{ failureReason: step.errorDetails }} />
                ) : (
                  outcome(step, run) || words.stepDoes[step.stepName]
                )}
              </p>
            </div>
            <span class="small second number">
              {took !== null && !over && (step.status !== 'IN_PROGRESS' || took >= 1000) ? duration(took) : ''}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
