// SPDX-License-Identifier: Apache-2.0
// The table of an archive's files, on the archive's page.
import { useState } from 'preact/hooks';
import { useList } from '../../api/list.ts';
import { ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../../strings/words.ts';
import { type DocumentRow, NameCell, StageCell, StateCell, UseCell } from './document_cells.tsx';
import { useProgress } from './progress.ts';

export function ArchiveTable({ archiveId }: { archiveId: string }) {
  const words = t().evidence;
  const list = useList('/api/documents', 'documents', { query: { parentDocumentId: archiveId } });
  const [seen, setSeen] = useState<readonly DocumentRow[]>([]);
  useProgress(seen, (progress) =>
    list.change(
      (row) => row.id === progress.id,
      (row) => ({ ...row, ...progress }),
    ),
  );
  const columns: Column<DocumentRow>[] = [
    { key: 'name', head: words.document, rowHead: true, cell: (row) => <NameCell row={row} /> },
    { key: 'stages', head: words.stages, width: '180px', hide: 'narrow', cell: (row) => <StageCell row={row} /> },
    { key: 'state', head: words.state, width: '28%', cell: (row) => <StateCell row={row} /> },
    { key: 'use', head: words.use, width: '104px', hide: 'phone', cell: (row) => <UseCell row={row} /> },
  ];
  if (list.error) return <ErrorNote error={list.error} onRetry={list.reload} />;
  return (
    <Table
      caption={words.filesOf}
      columns={columns}
      rows={list.items}
      rowKey={(row) => row.id}
      total={list.total}
      rowHeight={58}
      onEnd={list.more}
      onSeen={setSeen}
      loading={list.total === undefined}
    />
  );
}
