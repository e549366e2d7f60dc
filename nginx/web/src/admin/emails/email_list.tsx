// SPDX-License-Identifier: Apache-2.0
// E-mail to the users of the tenant: what was sent, what waits, what failed and why, and sending one again.
import { useState } from 'preact/hooks';
import { post, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Chips } from '../../design/filters.tsx';
import { FormNote } from '../../design/form.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../words.ts';
import { MOST, Newest } from '../newest.tsx';

type Email = Schemas['Email'];
const POLL = 2000; // ms, while something is on its way
const SOON = 60_000; // ms: a try that is further away is not waited for
const STATUSES = ['all', 'PENDING', 'SENT', 'SKIPPED', 'FAILED'] as const;

const soon = ({ status, nextAttemptAt }: Email) =>
  status === 'PENDING' && nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SOON;

const LOOKS = {
  PENDING: ['ring', 'accent'],
  SENT: ['tick', 'complete'],
  SKIPPED: ['stop', 'quiet'],
  FAILED: ['stop', 'missing'],
} as const;

function Reason({ row }: { row: Email }) {
  const again = row.nextAttemptAt !== null && row.attempts > 0;
  return (
    <div class={again ? 'clip' : undefined}>
      {row.reason && (
        <span class={again ? 'clip' : 'clip-2'} title={row.reason}>
          <Foreign>{row.reason}</Foreign>
        </span>
      )}
      {again && (
        <p class="small second clip">
          {t().emails.nextTry} <Time at={row.nextAttemptAt} />
        </p>
      )}
    </div>
  );
}

const columns = (onAgain: (row: Email) => void): Column<Email>[] => {
  const words = t().emails;
  return [
    {
      key: 'to',
      head: words.to,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Foreign>{row.address}</Foreign>
          </span>
          <p class="small second clip">{words.kinds[row.kind]}</p>
        </div>
      ),
    },
    {
      key: 'status',
      head: words.state,
      width: '132px',
      cell: (row) => (
        <State shape={LOOKS[row.status][0]} tone={LOOKS[row.status][1]}>
          {words.status[row.status]}
        </State>
      ),
    },
    { key: 'reason', head: words.reason, width: '36%', hide: 'narrow', cell: (row) => <Reason row={row} /> },
    { key: 'at', head: words.at, width: '132px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'acts',
      head: <span class="visually-hidden">{t().write.acts}</span>,
      width: '132px',
      numeric: true,
      cell: (row) =>
        row.status !== 'PENDING' && (
          <Button small aria-label={words.againTo(row.address)} onClick={() => onAgain(row)}>
            {words.again}
          </Button>
        ),
    },
  ];
};

export default function EmailList() {
  const words = t().emails;
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const read = useResource(
    '/api/admin/emails',
    { query: { limit: MOST, status: status === 'all' ? null : status } },
    (data) => (data.emails.some(soon) ? POLL : null),
  );
  const write = useWrite();
  const again = (row: Email) =>
    write.run(async () => {
      await post('/api/admin/emails/{emailId}/resend', { path: { emailId: row.id }, body: {} });
      toast(words.sentAgain);
      read.reload();
    });
  const rows = read.data?.emails;
  return (
    <>
      <PageHead title={words.title} summary={words.about} />
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={status}
          onValue={setStatus}
          choices={STATUSES.map((value) => ({ value, label: value === 'all' ? words.every : words.status[value] }))}
        />
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      <FormNote write={write} />
      {rows?.length === 0 && status === 'all' ? (
        <Empty title={words.none}>{words.noneWhy}</Empty>
      ) : rows?.length === 0 ? (
        <p class="second">{words.noneOfThese}</p>
      ) : (
        (rows || read.slow) && (
          <Table
            caption={words.title}
            columns={columns(again)}
            rows={rows ?? []}
            rowKey={(row) => row.id}
            rowHeight={60}
            loading={!rows}
          />
        )
      )}
      <Newest more={read.data?.nextCursor} />
    </>
  );
}
