// SPDX-License-Identifier: Apache-2.0
// What a webhook was told: each event with its tries and the answer, and sending one again.
import { useEffect, useState } from 'preact/hooks';
import { post, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Chips } from '../../design/filters.tsx';
import { FormNote } from '../../design/form.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { useLatest } from '../../design/latest.ts';
import { toast } from '../../design/messages.ts';
import { ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Newest } from '../newest.tsx';
import type { Webhook } from './webhook.tsx';

type Delivery = Schemas['Delivery'];
const SHOWN = 50;
const POLL = 2000; // ms, while something is on its way
const SOON = 60_000; // ms: a try that is further away is not waited for
const STATUSES = ['all', 'PENDING', 'DELIVERED', 'FAILED'] as const;

const soon = ({ status, nextAttemptAt }: Delivery) =>
  status === 'PENDING' && nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SOON;

const LOOKS = {
  PENDING: ['ring', 'accent'],
  DELIVERED: ['tick', 'complete'],
  FAILED: ['stop', 'missing'],
} as const;

function Answer({ row }: { row: Delivery }) {
  const words = t().webhooks;
  return (
    <div class="clip">
      <span class="clip" title={row.error ?? undefined}>
        {row.error ? <Foreign>{row.error}</Foreign> : (row.responseStatus ?? '')}
      </span>
      {row.nextAttemptAt && row.attempts > 0 && (
        <p class="small second clip">
          {words.nextTry} <Time at={row.nextAttemptAt} />
        </p>
      )}
    </div>
  );
}

const columns = (onShow: (row: Delivery) => void): Column<Delivery>[] => {
  const words = t().webhooks;
  return [
    {
      key: 'event',
      head: words.event,
      rowHead: true,
      width: '22%',
      cell: (row) => <span class="clip">{words.types[row.eventType]}</span>,
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
    { key: 'answer', head: words.answer, hide: 'narrow', cell: (row) => <Answer row={row} /> },
    {
      key: 'tries',
      head: words.tries,
      width: '88px',
      numeric: true,
      hide: 'phone',
      cell: (row) => number(row.attempts),
    },
    { key: 'at', head: words.at, width: '132px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'acts',
      head: <span class="visually-hidden">{t().write.acts}</span>,
      width: '104px',
      numeric: true,
      cell: (row) => (
        <Button small onClick={() => onShow(row)}>
          {words.show}
        </Button>
      ),
    },
  ];
};

function DeliveryDialog({
  webhook,
  delivery,
  onSent,
  onClose,
}: {
  webhook: Webhook;
  delivery: Delivery;
  onSent: () => void;
  onClose: () => void;
}) {
  const words = t();
  const its = words.webhooks;
  const write = useWrite();
  const again = () =>
    write.run(async () => {
      await post('/api/admin/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
        path: { webhookId: webhook.id, deliveryId: delivery.id },
        body: {},
      });
      toast(its.sentAgain);
      onSent();
    });
  return (
    <Dialog
      title={its.types[delivery.eventType]}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.shell.close}</Button>
          <Button look="primary" busy={write.busy} disabled={!webhook.enabled} onClick={again}>
            {its.again}
          </Button>
        </>
      }>
      <p class="small second">{its.sent}</p>
      <pre class="mono small wrap">{JSON.stringify(delivery.event, null, 2)}</pre>
      {delivery.error && (
        <p class="missing">
          <Foreign>{delivery.error}</Foreign>
        </p>
      )}
      {delivery.responseBody && (
        <>
          <p class="small second">{its.received}</p>
          <pre class="mono small wrap">
            <Foreign>{delivery.responseBody}</Foreign>
          </pre>
        </>
      )}
      <FormNote write={write} />
    </Dialog>
  );
}

// `onTried`: called after a try, since the webhook's state may have changed.
export function Deliveries({ webhook, onTried }: { webhook: Webhook; onTried: () => void }) {
  const words = t().webhooks;
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const read = useResource(
    '/api/admin/webhooks/{webhookId}/deliveries',
    { path: { webhookId: webhook.id }, query: { limit: SHOWN, status: status === 'all' ? null : status } },
    (data) => (webhook.enabled && data.deliveries.some(soon) ? POLL : null),
  );
  const [shown, setShown] = useState<Delivery | null>(null);
  const rows = read.data?.deliveries;
  const tries = rows?.reduce((sum, row) => sum + row.attempts, 0) ?? 0;
  const tried = useLatest(onTried);
  useEffect(() => {
    if (tries > 0) tried();
  }, [tries, tried]);
  return (
    <section class="part" aria-labelledby="deliveries">
      <h2 id="deliveries">{words.deliveries}</h2>
      <p class="second">{words.deliveriesAbout}</p>
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={status}
          onValue={setStatus}
          choices={STATUSES.map((value) => ({ value, label: value === 'all' ? words.every : words.status[value] }))}
        />
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {rows?.length === 0 ? (
        <p class="second">{words.noDeliveries}</p>
      ) : (
        (rows || read.slow) && (
          <Table
            caption={words.deliveries}
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
        <DeliveryDialog
          webhook={webhook}
          delivery={shown}
          onSent={() => {
            setShown(null);
            read.reload();
          }}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  );
}
