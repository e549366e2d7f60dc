// SPDX-License-Identifier: Apache-2.0
// The mappings between a pack's framework and others, set by set.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { get, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Empty, ErrorNote, Skeleton } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../words.ts';
import { MOST } from '../newest.tsx';

type Set = Schemas['MappingSet'];
type Entry = Set['entries'][number];

const nameOf = ({ requirementId, sourceKey }: Entry['source']) => requirementId ?? sourceKey;

const columns = (set: Set): Column<Entry>[] => {
  const words = t().packs;
  return [
    {
      key: 'source',
      head: <Foreign>{set.source.name ?? set.source.sourceKey}</Foreign>,
      rowHead: true,
      width: '30%',
      cell: (row) => (
        <span class="clip mono" title={row.source.sourceKey}>
          <Foreign>{nameOf(row.source)}</Foreign>
        </span>
      ),
    },
    {
      key: 'relationship',
      head: words.relationship,
      width: '28%',
      cell: (row) => words.relationships[row.relationship] ?? <Foreign>{row.relationship}</Foreign>,
    },
    {
      key: 'target',
      head: <Foreign>{set.target.name ?? set.target.sourceKey}</Foreign>,
      width: '30%',
      cell: (row) => (
        <span class="clip mono" title={row.target.sourceKey}>
          <Foreign>{nameOf(row.target)}</Foreign>
        </span>
      ),
    },
    { key: 'strength', head: words.strength, width: '12%', numeric: true, hide: 'phone', cell: (row) => row.strength },
  ];
};

// Joins sets across pages: a page may begin or end within a set.
function joined(pages: readonly Set[]): Set[] {
  const sets = new Map<string, Set>();
  for (const one of pages) {
    const before = sets.get(one.id);
    sets.set(one.id, before ? { ...before, entries: [...before.entries, ...one.entries] } : one);
  }
  return [...sets.values()];
}

function Framework({ of }: { of: Set['source'] }) {
  const name = of.name ?? of.sourceKey;
  return of.packId ? (
    <Link href={`/packs/${of.packId}`}>
      <Foreign>{name}</Foreign>
    </Link>
  ) : (
    <Foreign>{name}</Foreign>
  );
}

export function Mappings({ packId }: { packId: string }) {
  const words = t().packs;
  const path = { packId };
  const read = useResource('/api/packs/{packId}/mappings', { path, query: { limit: MOST } });
  const [rest, setRest] = useState<{ sets: readonly Set[]; cursor: string | null } | null>(null);
  const write = useWrite();
  if (read.error) return <ErrorNote error={read.error} onRetry={read.reload} />;
  if (!read.data) return read.slow ? <Skeleton lines={6} /> : null;
  const cursor = rest ? rest.cursor : read.data.nextCursor;
  const sets = joined([...read.data.mappings, ...(rest?.sets ?? [])]);
  const more = (from: string) =>
    write.run(async () => {
      const page = await get('/api/packs/{packId}/mappings', { path, query: { limit: MOST, cursor: from } });
      setRest({ sets: [...(rest?.sets ?? []), ...page.mappings], cursor: page.nextCursor });
    });
  if (sets.length === 0)
    return (
      <Empty title={words.noMappings} acts={<ButtonLink to="/packs/import">{words.import}</ButtonLink>}>
        {words.noMappingsWhy}
      </Empty>
    );
  return (
    <div class="stack">
      {sets.map((set) => (
        <section key={set.id} class="part" aria-labelledby={`set-${set.id}`}>
          <h2 id={`set-${set.id}`}>
            <Foreign>{set.name}</Foreign>
          </h2>
          <p class="second">
            <Framework of={set.source} /> → <Framework of={set.target} /> · {words.links(set.mappingCount)}
          </p>
          <Table
            caption={set.name}
            columns={columns(set)}
            rows={set.entries}
            rowKey={(row) => `${row.source.sourceKey} ${row.target.sourceKey} ${row.relationship}`}
            rowHeight={36}
          />
        </section>
      ))}
      <FormNote write={write} />
      {cursor && (
        <div>
          <Button busy={write.busy} onClick={() => more(cursor)}>
            {words.moreLinks}
          </Button>
        </div>
      )}
    </div>
  );
}
