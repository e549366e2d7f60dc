// SPDX-License-Identifier: Apache-2.0
// The first steps, shown before anything has been judged: three steps, completed ones ticked.
import type { Schemas } from '../../api/client.ts';
import { ButtonLink } from '../../design/controls.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { type Counts, sum } from '../../shell/counts.ts';
import { t } from '../../strings/words.ts';

export function FirstSteps({ counts, runs }: { counts: Counts; runs: readonly Schemas['Run'][] }) {
  const words = t().overview.first;
  const { documents } = counts;
  const all = sum(documents);
  const ready = documents.READY ?? 0;
  const reading = all - ready - (documents.FAILED ?? 0);
  const steps = [
    {
      title: words.upload,
      why: all > 0 ? words.uploaded(all) : words.uploadWhy,
      done: all > 0,
      act: words.uploadAct,
      to: '/evidence',
    },
    {
      title: words.read,
      why: reading > 0 ? words.reading(reading) : ready > 0 ? words.ready(ready) : words.readWhy,
      done: ready > 0 && reading === 0,
      act: words.readAct,
      to: '/evidence',
    },
    {
      title: words.run,
      why: words.runWhy,
      done: runs.some(({ status }) => status === 'COMPLETED'),
      act: words.runAct,
      to: '/runs?start=1',
    },
    { title: words.review, why: words.reviewWhy, done: false, act: words.reviewAct, to: '/requirements' },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <div class="first-head">
        <h2 id="first-steps">{words.title}</h2>
        <p class="second">{words.why}</p>
      </div>
      <ol class="rows">
        {steps.map((step, index) => (
          <li key={step.title} class="first-step" aria-current={index === next ? 'step' : undefined}>
            <Glyph
              shape={step.done ? 'tick' : index === next ? 'half' : 'ring'}
              tone={step.done ? 'complete' : index === next ? 'accent' : 'quiet'}
              size={20}
            />
            <div class="grow">
              <p class="strong">
                {step.title}
                {step.done && <span class="visually-hidden"> ({words.done})</span>}
              </p>
              <p class="second">{step.why}</p>
            </div>
            {index === next && (
              <ButtonLink to={step.to} look="primary">
                {step.act}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
