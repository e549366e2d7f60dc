// SPDX-License-Identifier: Apache-2.0
// One requirement: its statement, expected evidence, current result, and links onward.
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { ButtonLink } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { Confidence } from '../../design/measures.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { HeldStatus, ReviewMark } from './requirement_cells.tsx';
import { type Coverage, type Item, resultOf } from './rows.ts';

// What the requirement's source says beyond the statement.
function Expected({ requirement }: { requirement: Schemas['Requirement'] | undefined }) {
  const words = t().requirements;
  const expected = requirement?.expectedEvidence ?? [];
  return (
    <>
      {expected.length > 0 && (
        <section>
          <h3>{words.expected}</h3>
          <ul class="bullets">
            {expected.map((one) => (
              <li key={one}>
                <Foreign>{one}</Foreign>
              </li>
            ))}
          </ul>
        </section>
      )}
      {requirement?.guidance && (
        <section>
          <h3>{words.guidance}</h3>
          <p class="pre">
            <Foreign>{requirement.guidance}</Foreign>
          </p>
        </section>
      )}
    </>
  );
}

export function RequirementSheet({ item, coverage, onClose }: { item: Item; coverage: Coverage; onClose: () => void }) {
  const words = t().requirements;
  const { standing } = item;
  const all = useResource('/api/requirements', { query: { packId: coverage.packId, detail: true } });
  const footer = (
    <>
      {item.openTaskId && <ButtonLink to={`/tasks?task=${item.openTaskId}`}>{words.openTask}</ButtonLink>}
      {standing && (
        <ButtonLink to={resultOf(standing.runId, item.requirementId)} look="primary">
          {words.openResult}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Dialog
      title={words.sheet(item.requirementId)}
      onClose={onClose}
      side
      footer={item.openTaskId || standing ? footer : undefined}>
      <p class="second small">
        <Foreign>{item.criterionTitle}</Foreign>
      </p>
      <p class="statement">
        <Foreign>{item.title}</Foreign>
      </p>
      <p class="status-cell">
        <HeldStatus item={item} form="pill" />
        <ReviewMark item={item} told />
      </p>
      {standing && (
        <>
          <Confidence value={standing.confidence} thresholds={coverage.thresholds} />
          <dl class="facts">
            <div>
              <dt>{words.cited}</dt>
              <dd>{number(standing.citationCount)}</dd>
            </div>
            <div>
              <dt>{words.judged}</dt>
              <dd>
                <Time at={standing.createdAt} />
              </dd>
            </div>
            <div>
              <dt>{words.run}</dt>
              <dd>
                <Id value={standing.runId} />
              </dd>
            </div>
          </dl>
        </>
      )}
      {!standing && <p class="second">{words.neverJudged}</p>}
      {all.error && <ErrorNote error={all.error} onRetry={all.reload} />}
      {all.slow && !all.data && <Skeleton lines={3} />}
      <Expected requirement={all.data?.requirements.find(({ id }) => id === item.id)} />
    </Dialog>
  );
}
