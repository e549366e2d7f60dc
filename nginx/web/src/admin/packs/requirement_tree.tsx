// SPDX-License-Identifier: Apache-2.0
// The requirements of a version by criterion; each opens to its guidance and the evidence expected.
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { Empty } from '../../design/states.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';

type Content = Schemas['PackVersionContent'];
type Requirement = Content['requirements'][number];
type Criterion = Content['criteria'][number];

function RequirementLine({ one }: { one: Requirement }) {
  const words = t().packs;
  const phrases = one.expansion?.phrases ?? [];
  const more = one.expectedEvidence.length > 0 || one.guidance !== null || one.sourceKey !== null || phrases.length > 0;
  const line = (
    <>
      <code class="place">
        <Foreign>{one.requirementId}</Foreign>
      </code>
      <span class="grow">
        <Foreign>{one.title}</Foreign>
      </span>
    </>
  );
  if (!more) return <div class="tree-line">{line}</div>;
  return (
    <details class="tree-more">
      <summary class="tree-line">{line}</summary>
      <div class="tree-detail">
        {one.guidance && (
          <div>
            <h3>{words.guidance}</h3>
            <p class="pre">
              <Foreign>{one.guidance}</Foreign>
            </p>
          </div>
        )}
        {one.expectedEvidence.length > 0 && (
          <div>
            <h3>{words.expectedEvidence}</h3>
            <ul class="bullets">
              {one.expectedEvidence.map((text) => (
                <li key={text}>
                  <Foreign>{text}</Foreign>
                </li>
              ))}
            </ul>
          </div>
        )}
        {one.expansion && phrases.length > 0 && (
          <div>
            <h3>{words.phrases}</h3>
            <p>
              <Foreign>{phrases.join(' · ')}</Foreign>
            </p>
            <p class="small second">
              {words.phrasesFrom} <Foreign>{one.expansion.model}</Foreign> · <Time at={one.expansion.createdAt} />
            </p>
          </div>
        )}
        {one.sourceKey && (
          <p class="small second">
            {words.sourceKey}{' '}
            <code>
              <Foreign>{one.sourceKey}</Foreign>
            </code>
          </p>
        )}
      </div>
    </details>
  );
}

// Does not render the lines of a closed criterion: a large framework has more than a thousand.
function Branch({
  criterion,
  requirements,
  open,
  onOpen,
}: {
  criterion: Criterion;
  requirements: readonly Requirement[];
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  return (
    <details class="tree-branch" open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary class="tree-head">
        <span class="grow">
          <span class="mono second">{criterion.label ?? criterion.criterionId}</span>{' '}
          <h2>
            <Foreign>{criterion.criterionTitle}</Foreign>
          </h2>
        </span>
        <span class="small second">{t().packs.requirementsOf(requirements.length)}</span>
      </summary>
      {open && (
        <>
          {criterion.criterionDescription && (
            <p class="tree-about second">
              <Foreign>{criterion.criterionDescription}</Foreign>
            </p>
          )}
          {requirements.map((one) => (
            <RequirementLine key={one.id} one={one} />
          ))}
        </>
      )}
    </details>
  );
}

const OPEN_AT_FIRST = 60; // requirements in total; with no more than this, everything is open

export function RequirementTree({
  content,
  wanted,
  onClear,
}: {
  content: Content;
  wanted: string;
  onClear: () => void;
}) {
  const words = t().packs;
  const [turned, setTurned] = useState<ReadonlyMap<number, boolean>>(new Map());
  const text = wanted.trim().toLocaleLowerCase();
  const byCriterion = new Map<number, Requirement[]>();
  for (const one of content.requirements) {
    if (text && !`${one.requirementId}\n${one.title}\n${one.guidance ?? ''}`.toLocaleLowerCase().includes(text))
      continue;
    byCriterion.set(one.criterionId, [...(byCriterion.get(one.criterionId) ?? []), one]);
  }
  const shown = content.criteria.filter(({ criterionId }) => !text || byCriterion.has(criterionId));
  const found = [...byCriterion.values()].reduce((all, some) => all + some.length, 0);
  const openOf = (id: number) =>
    turned.get(id) ?? (content.requirements.length <= OPEN_AT_FIRST || (text !== '' && found <= OPEN_AT_FIRST));
  const all = shown.every(({ criterionId }) => openOf(criterionId));
  if (shown.length === 0)
    return <Empty title={words.noRequirement} acts={<Button onClick={onClear}>{words.clear}</Button>} />;
  return (
    <>
      <div class="filters">
        <p class="second grow" role="status">
          {text
            ? words.foundOf(number(found), number(content.requirements.length))
            : words.treeOf(content.criteria.length, content.requirements.length)}
        </p>
        <Button
          small
          look="quiet"
          onClick={() => setTurned(new Map(shown.map(({ criterionId }) => [criterionId, !all])))}>
          {all ? words.closeAll : words.openAll}
        </Button>
      </div>
      <div class="card pack-tree">
        {shown.map((criterion) => (
          <Branch
            key={criterion.criterionId}
            criterion={criterion}
            requirements={byCriterion.get(criterion.criterionId) ?? []}
            open={openOf(criterion.criterionId)}
            onOpen={(open) => {
              if (open !== openOf(criterion.criterionId))
                setTurned((before) => new Map(before).set(criterion.criterionId, open));
            }}
          />
        ))}
      </div>
    </>
  );
}
