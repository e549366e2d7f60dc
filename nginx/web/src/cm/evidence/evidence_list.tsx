// SPDX-License-Identifier: Apache-2.0
// Evidence: every document of the tenant, how far each has come, filtered by what the address says.
import { useState } from 'preact/hooks';
import { useList } from '../../api/list.ts';
import { Button, Chips, SearchField } from '../../design/controls.tsx';
import { Time } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { oneOf, useQuery } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { type DocumentRow, NameCell, StageCell, StateCell } from './document_cells.tsx';
import { useProgress } from './progress.ts';

const FILTERS = ['all', 'ready', 'failed'] as const;
const STATUS = { all: null, ready: 'READY', failed: 'FAILED' } as const;

const columns = (): Column<DocumentRow>[] => {
  const words = t().evidence;
  return [
    { key: 'name', head: words.document, rowHead: true, cell: (row) => <NameCell row={row} /> },
    { key: 'stages', head: words.stages, width: '210px', hide: 'narrow', cell: (row) => <StageCell row={row} /> },
    { key: 'state', head: words.state, width: '28%', cell: (row) => <StateCell row={row} /> },
    { key: 'added', head: words.added, width: '124px', hide: 'phone', cell: (row) => <Time at={row.uploadedAt} /> },
  ];
};

export default function EvidenceList() {
  const words = t().evidence;
  const query = useQuery();
  const filter = oneOf(query.get('status'), FILTERS, 'all');
  const list = useList('/api/documents', 'documents', { query: { status: STATUS[filter], q: query.get('q') } });
  const [seen, setSeen] = useState<readonly DocumentRow[]>([]);
  useProgress(seen, (progress) => list.change((row) => row.id === progress.id, (row) => ({ ...row, ...progress })));

  const clear = () => query.set({ q: null, status: null });

  const filtered = filter !== 'all' || query.get('q') !== '';
  const loaded = list.total !== undefined;
  return (
    <>
      <PageHead title={words.title} summary={loaded ? words.summary(list.total ?? 0) : '\u00a0'} />
      <div class="filters">
        <Chips label={words.filterLabel} value={filter} onValue={(value) => query.set({ status: value === 'all' ? null : value })}
          choices={FILTERS.map((value) => ({ value, label: words[value], count: value === filter && loaded && !list.stale ? number(list.total ?? 0) : undefined }))} />
        <SearchField label={words.search} value={query.get('q')} onFind={(q) => query.set({ q })} />
      </div>
      {list.error && <ErrorNote error={list.error} onRetry={list.reload} />}
      {loaded && list.total === 0 && !list.error
        ? filtered
          ? <Empty title={words.noMatch} acts={<Button onClick={clear}>{words.clear}</Button>}>{words.noMatchWhy}</Empty>
          : <Empty title={words.none}>{words.noneWhy}</Empty>
        : (loaded || list.slow) && <Table caption={words.caption} columns={columns()} rows={list.items} rowKey={(row) => row.id}
          total={list.total} rowHeight={58} onEnd={list.more} onSeen={setSeen} loading={!loaded} />}
    </>
  );
}
