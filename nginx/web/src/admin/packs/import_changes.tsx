// SPDX-License-Identifier: Apache-2.0
// What an import adds to, changes in and removes from one existing pack.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { isRecord } from '../../api/transport.ts';
import { Card } from '../../design/card.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';

type Differences = NonNullable<Schemas['PackImport']['differences']>[number];

const SHOWN = 60; // of one list; a whole framework may be new

function Labels({
  title,
  labels,
  tone,
}: {
  title: string;
  labels: readonly string[];
  tone: 'complete' | 'missing' | 'partial';
}) {
  if (labels.length === 0) return null;
  const shape = { complete: 'tick', missing: 'stop', partial: 'half' } as const;
  return (
    <div>
      <p>
        <State shape={shape[tone]} tone={tone}>
          <span class="strong">{title}</span> {number(labels.length)}
        </State>
      </p>
      <ul class="legend">
        {labels.slice(0, SHOWN).map((label) => (
          <li key={label}>
            <code>
              <Foreign>{label}</Foreign>
            </code>
          </li>
        ))}
        {labels.length > SHOWN && <li class="second">{t().packs.more(labels.length - SHOWN)}</li>}
      </ul>
    </div>
  );
}

function text(value: unknown): string {
  const label = isRecord(value) ? (value.requirementId ?? value.criterionId) : value;
  return typeof label === 'string' || typeof label === 'number' ? String(label) : '';
}

export function ImportChanges({ one, done }: { one: Differences; done: boolean }) {
  const words = t().packs;
  const labelsOf = ({ criteria, requirements }: { criteria: readonly unknown[]; requirements: readonly unknown[] }) => [
    ...criteria.map((value) => words.criterion(text(value))),
    ...requirements.map(text),
  ];
  const [added, changed, removed] = [labelsOf(one.added), labelsOf(one.changed), labelsOf(one.removed)];
  return (
    <Card
      title={words.changesIn(one.packName)}
      meta={<Foreign>{words.fromTo(one.from.version, one.toVersion)}</Foreign>}
      acts={
        done && (
          <Link class="button" href={`/packs/${one.packId}`}>
            {words.openPack}
          </Link>
        )
      }>
      <div class="form">
        {added.length + changed.length + removed.length === 0 && <p class="second">{words.noWordings}</p>}
        <Labels title={words.added} labels={added} tone="complete" />
        <Labels title={words.changed} labels={changed} tone="partial" />
        <Labels title={words.removed} labels={removed} tone="missing" />
      </div>
    </Card>
  );
}
