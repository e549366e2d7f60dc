// SPDX-License-Identifier: Apache-2.0
// The differences between two versions of a pack, word by word.
import { ArrowLeftRight } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { Chips } from '../../design/filters.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, Failed, Skeleton } from '../../design/states.tsx';
import { oneOf, useQuery } from '../../shell/query.ts';
import type { ViewProps } from '../../shell/route.ts';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { changesBetween, type Change, KINDS } from './version_changes.ts';
import { wordDifference } from './word_diff.ts';

type Content = Schemas['PackVersionContent'];

function Words({ before, after }: { before: string; after: string }) {
  const words = t().packs;
  return (
    <p class="wording pre">
      {wordDifference(before, after).map((piece) =>
        piece.kind === 'same' ? (
          <Foreign>{piece.text}</Foreign>
        ) : piece.kind === 'in' ? (
          <ins>
            <span class="visually-hidden"> [{words.putIn}: </span>
            <Foreign>{piece.text}</Foreign>
            <span class="visually-hidden">] </span>
          </ins>
        ) : (
          <del>
            <span class="visually-hidden"> [{words.takenOut}: </span>
            <Foreign>{piece.text}</Foreign>
            <span class="visually-hidden">] </span>
          </del>
        ),
      )}
    </p>
  );
}

function ChangeEntry({ change }: { change: Change }) {
  const words = t().packs;
  const look = { added: ['tick', 'complete'], removed: ['stop', 'missing'], changed: ['half', 'partial'] } as const;
  const [shape, tone] = look[change.kind];
  return (
    <li class="card panel">
      <div class="acts">
        <code>
          <Foreign>{change.of === 'criterion' ? words.criterion(change.label) : change.label}</Foreign>
        </code>
        <span class="grow" />
        <State pill shape={shape} tone={tone}>
          {words[change.kind]}
        </State>
      </div>
      {change.fields.map(({ field, before, after }) => (
        <div key={field}>
          {(change.fields.length > 1 || change.kind === 'changed') && (
            <p class="small second strong">{words.fields[field]}</p>
          )}
          {change.kind === 'changed' ? (
            <Words before={before} after={after} />
          ) : (
            <p class="wording pre">
              <Foreign>{before || after}</Foreign>
            </p>
          )}
        </div>
      ))}
    </li>
  );
}

function Changes({ from, to }: { from: Content; to: Content }) {
  const words = t().packs;
  const query = useQuery();
  const kind = oneOf(query.get('show'), ['all', ...KINDS] as const, 'all');
  const changes = changesBetween(from, to);
  const shown = changes.filter((one) => kind === 'all' || one.kind === kind);
  if (changes.length === 0) return <Empty title={words.same}>{words.sameWhy}</Empty>;
  return (
    <>
      <div class="filters">
        <Chips
          label={words.filterChanges}
          value={kind}
          onValue={(value) => query.set({ show: value === 'all' ? null : value })}
          choices={(['all', ...KINDS] as const).map((value) => ({
            value,
            label: words[value],
            count: number(value === 'all' ? changes.length : changes.filter((one) => one.kind === value).length),
          }))}
        />
      </div>
      {shown.length === 0 ? (
        <p class="second">{words.noneOfKind}</p>
      ) : (
        <ul class="stack">
          {shown.map((one) => (
            <ChangeEntry key={`${one.of} ${one.label}`} change={one} />
          ))}
        </ul>
      )}
    </>
  );
}

export default function CompareView({ params }: ViewProps) {
  const words = t().packs;
  const query = useQuery();
  const packId = params.packId ?? '';
  const [fromId, toId] = [query.get('from'), query.get('to')];
  const path = '/api/admin/packs/{packId}/versions/{versionId}';
  const from = useResource(path, { path: { packId, versionId: fromId } });
  const to = useResource(path, { path: { packId, versionId: toId } });
  const error = from.error ?? to.error;
  if (error)
    return (
      <Failed
        error={error}
        onRetry={() => {
          from.reload();
          to.reload();
        }}
      />
    );
  return (
    <>
      <PageHead
        title={words.compareTitle}
        summary={
          from.data && to.data ? <Foreign>{words.fromTo(from.data.version, to.data.version)}</Foreign> : '\u00a0'
        }
        acts={
          <>
            <Button
              icon={<ArrowLeftRight size={16} aria-hidden="true" />}
              onClick={() => query.set({ from: toId, to: fromId })}>
              {words.otherWay}
            </Button>
            <ButtonLink to={`/packs/${packId}?show=versions`}>{words.toVersions}</ButtonLink>
          </>
        }
      />
      {from.data && to.data ? (
        <Changes from={from.data} to={to.data} />
      ) : (
        (from.slow || to.slow) && <Skeleton lines={8} />
      )}
    </>
  );
}
