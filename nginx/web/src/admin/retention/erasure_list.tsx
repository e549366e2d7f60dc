// SPDX-License-Identifier: Apache-2.0
// The tenant's erasures, newest first: by whom, why, and how far the removal of files is.
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Chips } from '../../design/filters.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, shownText, Time } from '../../design/inline.tsx';
import { PersonName } from '../../design/person.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { ErasureRecord } from '../../keeping/erasure_record.tsx';
import { MOST, Newest } from '../newest.tsx';
import { t } from '../words.ts';

type Erasure = Schemas['Erasure'];

const POLL = 2000; // ms, while files are being removed
const STATUSES = ['all', 'QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
const LOOKS = {
  QUEUED: ['ring', 'accent'],
  IN_PROGRESS: ['half', 'accent'],
  COMPLETED: ['tick', 'complete'],
  FAILED: ['triangle', 'missing'],
} as const;

const moves = ({ status }: Erasure) => status === 'QUEUED' || status === 'IN_PROGRESS';

const columns = (onShow: (row: Erasure) => void): Column<Erasure>[] => {
  const words = t().retention.erasures;
  return [
    {
      key: 'document',
      head: words.document,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip" title={shownText(row.originalFilename)}>
            <Foreign>{row.originalFilename}</Foreign>
          </span>
          {row.documentCount > 1 && <p class="small second clip">{words.others(row.documentCount - 1)}</p>}
        </div>
      ),
    },
    {
      key: 'state',
      head: words.state,
      width: '148px',
      cell: (row) => (
        <State shape={LOOKS[row.status][0]} tone={LOOKS[row.status][1]}>
          {words.status[row.status]}
        </State>
      ),
    },
    {
      key: 'reason',
      head: words.reason,
      width: '28%',
      hide: 'narrow',
      cell: (row) => (
        <span class="clip-2" title={shownText(row.reason)}>
          <Foreign>{row.reason}</Foreign>
        </span>
      ),
    },
    {
      key: 'by',
      head: words.by,
      width: '16%',
      hide: 'narrow',
      cell: (row) => (row.requestedBy === null ? t().keeping.erased.rules : <PersonName of={row.requestedBy} />),
    },
    { key: 'at', head: words.at, width: '132px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'acts',
      head: <span class="visually-hidden">{t().write.acts}</span>,
      width: '92px',
      numeric: true,
      cell: (row) => (
        <Button small aria-label={words.showOf(row.originalFilename)} onClick={() => onShow(row)}>
          {words.show}
        </Button>
      ),
    },
  ];
};

export function ErasureList() {
  const words = t().retention.erasures;
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const read = useResource(
    '/api/admin/erasures',
    { query: { limit: MOST, status: status === 'all' ? null : status } },
    (data) => (data.erasures.some(moves) ? POLL : null),
  );
  const [shown, setShown] = useState<Erasure | null>(null);
  const rows = read.data?.erasures;
  return (
    <>
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={status}
          onValue={setStatus}
          choices={STATUSES.map((value) => ({ value, label: value === 'all' ? words.every : words.status[value] }))}
        />
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {rows?.length === 0 && status === 'all' ? (
        <Empty title={words.none}>{words.noneWhy}</Empty>
      ) : rows?.length === 0 ? (
        <p class="second">{words.noneOfThese}</p>
      ) : (
        (rows || read.slow) && (
          <Table
            caption={t().retention.parts.erasures}
            columns={columns(setShown)}
            rows={rows ?? []}
            rowKey={(row) => row.id}
            rowHeight={60}
            loading={!rows}
          />
        )
      )}
      <Newest more={read.data?.nextCursor} />
      {shown && (
        <Dialog title={shown.originalFilename} onClose={() => setShown(null)}>
          <ErasureRecord erasureId={shown.id} onChange={read.reload} />
        </Dialog>
      )}
    </>
  );
}
