// SPDX-License-Identifier: Apache-2.0
// Webhooks: the programs that are told what happens here.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Webhook as Hook } from 'lucide-preact';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../words.ts';
import { MOST, Newest } from '../newest.tsx';
import { NewWebhook } from './webhook_form.tsx';
import { wanted, type Webhook, WebhookState } from './webhook.tsx';

const columns = (): Column<Webhook>[] => {
  const words = t().webhooks;
  return [
    {
      key: 'url',
      head: words.url,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Link href={`/webhooks/${row.id}`}>
              <Foreign>{row.url}</Foreign>
            </Link>
          </span>
          {row.description && (
            <p class="small second clip">
              <Foreign>{row.description}</Foreign>
            </p>
          )}
        </div>
      ),
    },
    {
      key: 'wants',
      head: words.wants,
      width: '30%',
      hide: 'narrow',
      cell: (row) => <span class="clip-2 second">{wanted(row)}</span>,
    },
    { key: 'state', head: words.state, width: '120px', cell: (row) => <WebhookState webhook={row} /> },
    { key: 'since', head: words.added, width: '140px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
  ];
};

export default function WebhookList() {
  const words = t().webhooks;
  const read = useResource('/api/admin/webhooks', { query: { limit: MOST } });
  const [adding, setAdding] = useState(false);
  const webhooks = read.data?.webhooks;
  const add = (
    <Button look="primary" icon={<Hook size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} summary={words.about} acts={webhooks?.length !== 0 && add} />
      {adding && <NewWebhook onClose={() => setAdding(false)} onAdded={read.reload} />}
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {webhooks?.length === 0 ? (
        <Empty title={words.none} acts={add}>
          {words.noneWhy}
        </Empty>
      ) : (
        (webhooks || read.slow) && (
          <Table
            caption={words.title}
            columns={columns()}
            rows={webhooks ?? []}
            rowKey={(row) => row.id}
            rowHeight={60}
            loading={!webhooks}
          />
        )
      )}
      <Newest more={read.data?.nextCursor} />
    </>
  );
}
