// SPDX-License-Identifier: Apache-2.0
// Packs: every catalogue of requirements that the tenant may be judged by, bound or not. Dropping a
// file anywhere on the page starts an import.
import { Link } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { PackagePlus } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { SearchField } from '../../design/filters.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote, Note } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { useQuery } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { handOver, useDroppedFile } from './dropped_file.ts';

type Pack = Schemas['AvailablePack'];

const columns = (): Column<Pack>[] => {
  const words = t().packs;
  return [
    {
      key: 'name',
      head: words.pack,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Link href={`/packs/${row.id}`}>
              <Foreign>{row.name}</Foreign>
            </Link>
          </span>
          <p class="small second clip" title={row.description}>
            <Foreign>{row.description}</Foreign>
          </p>
        </div>
      ),
    },
    {
      key: 'version',
      head: words.newest,
      width: '16%',
      hide: 'phone',
      cell: (row) =>
        row.newest && (
          <span class="clip">
            <Foreign>{row.newest.version}</Foreign>
          </span>
        ),
    },
    {
      key: 'requirements',
      head: words.requirements,
      width: '128px',
      numeric: true,
      hide: 'phone',
      cell: (row) => row.newest && number(row.newest.requirementCount),
    },
    {
      key: 'owner',
      head: words.owner,
      width: '15%',
      hide: 'narrow',
      cell: (row) => (row.shared ? words.shared : words.ownPack),
    },
    {
      key: 'bound',
      head: words.bound,
      width: '136px',
      cell: (row) =>
        row.boundVersionId === null ? (
          <span class="second">{words.notBound}</span>
        ) : (
          <State
            shape={row.boundVersionId === row.newest?.criteriaVersionId ? 'tick' : 'half'}
            tone={row.boundVersionId === row.newest?.criteriaVersionId ? 'complete' : 'partial'}>
            {row.boundVersionId === row.newest?.criteriaVersionId ? words.inForce : words.olderInForce}
          </State>
        ),
    },
  ];
};

export default function PackList() {
  const words = t().packs;
  const query = useQuery();
  const read = useResource('/api/admin/packs', {});
  const over = useDroppedFile((file) => {
    handOver(file);
    navigate('/admin/packs/import');
  });
  const wanted = query.get('q').toLocaleLowerCase();
  const packs = read.data?.packs.filter(({ name, description }) =>
    `${name}\n${description}`.toLocaleLowerCase().includes(wanted),
  );
  const add = (
    <ButtonLink look="primary" to="/packs/import" icon={<PackagePlus size={16} aria-hidden="true" />}>
      {words.import}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={words.title} summary={read.data ? words.summary(read.data.packs.length) : '\u00a0'} acts={add} />
      {over && <Note tone="accent">{words.dropHere}</Note>}
      <div class="filters">
        <SearchField label={words.search} value={query.get('q')} onFind={(q) => query.set({ q })} />
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {read.data?.packs.length === 0 ? (
        <Empty title={words.none} acts={add}>
          {words.noneWhy}
        </Empty>
      ) : packs?.length === 0 ? (
        <Empty title={words.noMatch} acts={<Button onClick={() => query.set({ q: null })}>{words.clear}</Button>} />
      ) : (
        (packs || read.slow) && (
          <Table
            caption={words.title}
            columns={columns()}
            rows={packs ?? []}
            rowKey={(row) => row.id}
            rowHeight={58}
            loading={!packs}
          />
        )
      )}
    </>
  );
}
