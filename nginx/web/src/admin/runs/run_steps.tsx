// SPDX-License-Identifier: Apache-2.0
// The six steps of a run: state, inputs and outputs, and duration of each.
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { Glyph, type Shape, type Tone } from '../../design/glyph.tsx';
import { FailureText } from '../../design/failure.tsx';
import { duration } from '../../strings/format.ts';
import { t } from '../words.ts';

type Step = Schemas['RunStep'];

const SHOWN: Record<Step['status'], [Shape, Tone]> = {
  NOT_EXECUTED: ['ring', 'quiet'],
  IN_PROGRESS: ['half', 'accent'],
  COMPLETED: ['tick', 'complete'],
  FAILED: ['triangle', 'missing'],
};

// The figures in the step's records, as far as they are present.
function facts(step: Step): string {
  const words = t().adminRuns.facts;
  const all: Readonly<Record<string, unknown>> = { ...step.inputRefs, ...step.outputRefs };
  const amount = (name: string) => {
    const value = all[name];
    return typeof value === 'number' ? value : Array.isArray(value) ? value.length : undefined;
  };
  const tell = (name: string, say: (n: number) => string, evenNone = true) => {
    const value = amount(name);
    return value === undefined || (value === 0 && !evenNone) ? null : say(value);
  };
  const told: Record<Step['stepName'], () => (string | null)[]> = {
    INGESTION: () => [tell('documentCount', words.documents), tell('chunkCount', words.chunks)],
    RETRIEVAL: () => [
      tell('candidateCount', words.candidates),
      tell('requirementsWithoutCandidates', words.without, false),
    ],
    VERIFICATION: () => [
      tell('verifiedChunkCount', words.verified),
      tell('droppedCandidateCount', words.dropped, false),
    ],
    ASSESSMENT: () => [
      tell('requirementCount', words.requirements),
      tell('droppedCitationCount', words.citationsDropped, false),
    ],
    TASK_GENERATION: () => [tell('taskIds', words.newTasks), tell('linkedTaskIds', words.linkedTasks, false)],
    EXPORT: () => [typeof all.snapshotHash === 'string' ? words.frozen : null, tell('exportIds', words.exports, false)],
  };
  return told[step.stepName]()
    .filter((one) => one !== null)
    .join(' · ');
}

export function RunSteps({ steps }: { steps: readonly Step[] }) {
  const words = t().adminRuns;
  return (
    <Card title={words.steps} flush>
      <ol class="steps">
        {steps.map((step) => {
          const [shape, tone] = SHOWN[step.status];
          const took =
            step.startedAt && step.completedAt ? Date.parse(step.completedAt) - Date.parse(step.startedAt) : null;
          return (
            <li key={step.stepName}>
              <Glyph shape={shape} tone={tone} />
              <span class="strong">{words.step[step.stepName]}</span>
              <span class={step.errorDetails ? 'missing' : 'second'}>
                {step.errorDetails ? (
                  <FailureText of={{ failureReason: step.errorDetails }} />
                ) : step.status === 'COMPLETED' ? (
                  facts(step)
                ) : (
                  words.stepState[step.status]
                )}
              </span>
              <span class="number second">
                {took !== null && duration(took)}
                <span class="visually-hidden"> {words.stepState[step.status]}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
