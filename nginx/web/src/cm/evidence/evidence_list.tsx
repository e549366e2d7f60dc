// SPDX-License-Identifier: Apache-2.0
// Evidence: uploads at the top, then every document of the tenant and its progress, filtered and ordered
// by the address. Archives open to show their files.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, get, post } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { currentUser, may } from '../../api/session.ts';
import { retryHelps } from '../../design/failure.tsx';
import { Time } from '../../design/inline.tsx';
import { ListTable, NoMatch } from '../../design/list_table.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote, toastError } from '../../design/states.tsx';
import type { Column } from '../../design/table.tsx';
import { counts, recount } from '../../shell/counts.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import { t } from '../../strings/words.ts';
import { useArchiveFiles } from './archive_files.ts';
import { type DocumentRow, NameCell, StageCell, StateCell, UseCell } from './document_cells.tsx';
import { ASKED, FILTERS, ordered, ORDERS, TYPES } from './document_order.ts';
import { counted, EvidenceFilters } from './evidence_filters.tsx';
import { useHolds } from './holds.tsx';
import { moves, useProgress } from './progress.ts';
import { SelectionBar } from './selection_bar.tsx';
import { storedCount } from './upload_queue.ts';
import { UploadPanel } from './upload_panel.tsx';

interface Shown {
  row: DocumentRow;
  depth: number;
}

const NONE: readonly DocumentRow[] = [];
const GATHER = 400; // ms: several uploads that end together load the list once

export default function EvidenceList() {
  const words = t().evidence;
  const query = useQuery();
  const user = currentUser();
  const mayAdd = may(user, 'MEMBER');
  const mayDelete = (row: DocumentRow) => may(user, 'ADMIN') || (mayAdd && row.uploadedBy === user.id);
  const filter = oneOf(query.get('status'), FILTERS, 'all');
  const order = oneOf(query.get('order'), ORDERS, 'newest');
  const type = oneOf(query.get('type'), TYPES, TYPES[0]);
  const fileType = query.get('type') === type ? type : null;
  const filtered = filter !== 'all' || query.get('q') !== '' || fileType !== null;
  // The files of archives are listed only under a filter or search that may match them.
  const list = useList('/api/documents', 'documents', {
    query: { ...ASKED[filter], q: query.get('q'), fileType, topLevel: filtered ? null : true },
  });
  const archives = useArchiveFiles();
  const of = counted(counts.value.data);
  const [moving, setMoving] = useState<readonly DocumentRow[]>(NONE); // rows in sight that are still being read
  const [selected, setSelected] = useState<ReadonlyMap<string, DocumentRow>>(new Map());
  const holds = useHolds();

  const learn = (id: string, to: Partial<DocumentRow>) => {
    list.change(
      (row) => row.id === id,
      (row) => ({ ...row, ...to }),
    );
    archives.change(id, to);
  };
  const onSeen = (shown: readonly Shown[]) => {
    const next = shown.map(({ row }) => row).filter(moves);
    setMoving(next.length === 0 ? NONE : next); // the same array while nothing is being read, so that scrolling renders only the table
  };
  useProgress(moving, (progress) => {
    learn(progress.id, progress);
    if (progress.status !== 'READY' && progress.status !== 'FAILED') return;
    recount();
    // A document that has been read now has its pages, chunks and files.
    get('/api/documents/{documentId}', { path: { documentId: progress.id } }).then(
      (row) => learn(row.id, row),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      },
    );
  });
  const stored = storedCount.value;
  const { items, ended, stale, total, reload, more } = list;
  useEffect(() => {
    if (stored === 0) return undefined;
    const soon = setTimeout(() => {
      reload();
      recount();
    }, GATHER);
    return () => clearTimeout(soon);
  }, [stored, reload]);
  // Any order other than the service's needs the whole list.
  useEffect(() => {
    if (order !== 'newest' && !ended && !stale && total !== undefined) more();
  }, [order, items, ended, stale, total, more]);

  const rows = useMemo(
    () =>
      ordered(list.items, order).flatMap((row): Shown[] => [
        { row, depth: 0 },
        ...(archives.open.get(row.id) ?? []).map((file) => ({ row: file, depth: 1 })),
      ]),
    [list.items, order, archives.open],
  );

  const retry = async (row: DocumentRow) => {
    try {
      const { document } = await post('/api/documents/{documentId}/retry', { path: { documentId: row.id } });
      learn(row.id, document);
      recount();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error);
    }
  };
  const pick = (row: DocumentRow) => {
    const next = new Map(selected);
    if (!next.delete(row.id)) next.set(row.id, row);
    setSelected(next);
  };
  const pickable = rows.filter(({ row }) => mayDelete(row));
  const allPicked = pickable.length > 0 && pickable.every(({ row }) => selected.has(row.id));

  const whole = filter === 'failed';
  // Failed documents have the same stage and no use: their reasons get the room.
  const stages: Column<Shown> = {
    key: 'stages',
    head: words.stages,
    width: '200px',
    hide: 'narrow',
    cell: ({ row }) => <StageCell row={row} />,
  };
  const use: Column<Shown> = {
    key: 'use',
    head: words.use,
    width: '104px',
    hide: 'narrow',
    cell: ({ row }) => <UseCell row={row} />,
  };
  const columns: Column<Shown>[] = [
    ...(mayAdd
      ? [
          {
            key: 'pick',
            width: '44px',
            hide: 'phone' as const,
            cell: ({ row }: Shown) => (
              <input
                type="checkbox"
                aria-label={words.pick(row.originalFilename)}
                checked={selected.has(row.id)}
                disabled={!mayDelete(row)}
                onChange={() => pick(row)}
              />
            ),
            head: (
              <input
                type="checkbox"
                aria-label={words.pickAll}
                checked={allPicked}
                disabled={pickable.length === 0}
                onChange={() => setSelected(new Map(allPicked ? [] : pickable.map(({ row }) => [row.id, row])))}
              />
            ),
          },
        ]
      : []),
    {
      key: 'name',
      head: words.document,
      rowHead: true,
      cell: ({ row, depth }) => (
        <NameCell
          row={row}
          depth={depth}
          open={archives.open.has(row.id)}
          toggle={row.childCount > 0 ? () => archives.toggle(row.id) : undefined}
          under={filtered && row.parentDocumentId ? words.inArchive : undefined}
          held={holds.covers(row)}
        />
      ),
    },
    ...(whole ? [] : [stages]),
    {
      key: 'state',
      head: words.state,
      width: whole ? 'clamp(108px, 46vw, 760px)' : 'clamp(108px, 22vw, 400px)',
      cell: ({ row }) => (
        <StateCell
          row={row}
          whole={whole}
          onRetry={mayAdd && row.status === 'FAILED' && retryHelps(row) ? () => void retry(row) : undefined}
        />
      ),
    },
    { key: 'added', head: words.added, width: '140px', hide: 'phone', cell: ({ row }) => <Time at={row.uploadedAt} /> },
    ...(whole ? [] : [use]),
  ];
  const loaded = list.total !== undefined;
  const summary = of ? words.summary(of.all, of.ready, of.reading, of.failed) : '\u00a0';
  return (
    <>
      <PageHead title={words.title} summary={summary} />
      {mayAdd && <UploadPanel />}
      <EvidenceFilters query={query} filter={filter} order={order} fileType={fileType} of={of} />
      {holds.error && !list.error && <ErrorNote error={holds.error} onRetry={holds.reload} />}
      <SelectionBar
        selected={[...selected.values()]}
        holds={holds}
        onClear={() => setSelected(new Map())}
        onGone={(gone) => {
          setSelected(new Map([...selected].filter(([id]) => !gone.includes(id))));
          list.reload();
          archives.reload();
          recount();
        }}
      />
      <ListTable
        list={list}
        caption={words.caption}
        columns={columns}
        rows={rows}
        rowKey={({ row }) => row.id}
        total={loaded ? (list.total ?? 0) + rows.length - list.items.length : undefined}
        rowHeight={whole ? 104 : 58}
        onSeen={onSeen}
        empty={
          filtered ? (
            <NoMatch words={words} onClear={() => query.set({ q: null, status: null, type: null })} />
          ) : (
            <Empty title={words.none}>{mayAdd ? words.noneWhy : words.noneViewer}</Empty>
          )
        }
      />
    </>
  );
}
