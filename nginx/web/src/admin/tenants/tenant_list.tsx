// SPDX-License-Identifier: Apache-2.0
// Tenants: every organisation of the installation, for people who may act for others.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Building2 } from 'lucide-preact';
import { type Schemas } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { actingTenant, currentUser } from '../../api/session.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { ListTable } from '../../design/list_table.tsx';
import { PageHead } from '../../design/page_head.tsx';
import type { Column } from '../../design/table.tsx';
import { switchTo } from '../../shell/acting_tenant.ts';
import { t } from '../words.ts';
import { NewTenant } from './new_tenant.tsx';

type Tenant = Schemas['Tenant'];

const columns = (): Column<Tenant>[] => {
  const words = t().tenants;
  const own = currentUser().tenantId;
  const current = actingTenant.value?.id ?? own;
  return [
    {
      key: 'name',
      head: words.name,
      rowHead: true,
      cell: (row) => (
        <span class="document-name">
          <Link class="clip" href={`/tenants/${row.id}`}>
            <Foreign>{row.name}</Foreign>
          </Link>
          {row.id === own && <span class="second">({words.own})</span>}
        </span>
      ),
    },
    { key: 'id', head: words.id, width: '20%', hide: 'narrow', cell: (row) => <Id value={row.id} /> },
    { key: 'since', head: words.since, width: '140px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'acts',
      head: <span class="visually-hidden">{t().write.acts}</span>,
      width: '152px',
      numeric: true,
      cell: (row) =>
        row.id === current ? (
          <span class="small second">{words.current}</span>
        ) : (
          <Button small aria-label={`${words.act}: ${row.name}`} onClick={() => switchTo('/admin', row)}>
            {words.act}
          </Button>
        ),
    },
  ];
};

export default function TenantList() {
  const words = t().tenants;
  // The list covers the installation, so the request names the person's own tenant, not the acting one.
  const list = useList('/api/admin/tenants', 'tenants', { query: { tenantId: currentUser().tenantId } });
  const [adding, setAdding] = useState(false);
  const loaded = list.total !== undefined;
  return (
    <>
      <PageHead
        title={words.title}
        summary={loaded ? words.summary(list.total ?? 0) : '\u00a0'}
        acts={
          <Button look="primary" icon={<Building2 size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        }
      />
      {adding && <NewTenant onClose={() => setAdding(false)} />}
      <ListTable
        list={list}
        caption={words.title}
        columns={columns()}
        rows={list.items}
        rowKey={(row) => row.id}
        rowHeight={48}
      />
    </>
  );
}
