// SPDX-License-Identifier: Apache-2.0
// Users: the people who may sign in to the tenant, their roles, and who is disabled.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { UserPlus } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { nameOfPerson } from '../../api/people.ts';
import { currentUser } from '../../api/session.ts';
import { Button } from '../../design/controls.tsx';
import { Chips, SearchField } from '../../design/filters.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { ListTable, NoMatch } from '../../design/list_table.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty } from '../../design/states.tsx';
import type { Column } from '../../design/table.tsx';
import { oneOf, useQuery } from '../../shell/query.ts';
import { t } from '../words.ts';
import { NewUser } from './new_user.tsx';

type Account = Schemas['Account'];

const FILTERS = ['all', 'VIEWER', 'MEMBER', 'ADMIN', 'disabled'] as const;

const columns = (): Column<Account>[] => {
  const words = t();
  const own = currentUser().id;
  return [
    {
      key: 'name',
      head: words.users.name,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Link href={`/users/${row.id}`}>
              <Foreign>{nameOfPerson(row)}</Foreign>
            </Link>
            {row.id === own && <span class="second"> ({words.users.you})</span>}
          </span>
          <p class="small second clip">
            <Foreign>{row.email}</Foreign>
          </p>
        </div>
      ),
    },
    { key: 'role', head: words.users.role, width: 'clamp(122px, 12vw, 164px)', cell: (row) => words.roles[row.role] },
    {
      key: 'way',
      head: words.users.way,
      width: '16%',
      hide: 'narrow',
      cell: (row) => (row.hasPassword ? words.users.password : words.users.singleSignOn),
    },
    {
      key: 'state',
      head: words.users.state,
      width: '14%',
      hide: 'phone',
      cell: (row) =>
        row.disabled ? (
          <State shape="stop" tone="quiet">
            {words.users.disabled}
          </State>
        ) : (
          <State shape="tick" tone="complete">
            {words.users.active}
          </State>
        ),
    },
    {
      key: 'since',
      head: words.users.since,
      width: '140px',
      hide: 'phone',
      cell: (row) => <Time at={row.createdAt} />,
    },
  ];
};

export default function UserList() {
  const words = t();
  const query = useQuery();
  const filter = oneOf(query.get('show'), FILTERS, 'all');
  const list = useList('/api/admin/users', 'users', {
    query: {
      q: query.get('q'),
      disabled: filter === 'disabled' ? true : null,
      role: filter === 'all' || filter === 'disabled' ? null : filter,
    },
  });
  const [adding, setAdding] = useState(false);

  const filtered = filter !== 'all' || query.get('q') !== '';
  const loaded = list.total !== undefined;
  const label = (value: (typeof FILTERS)[number]) =>
    value === 'all' ? words.users.all : value === 'disabled' ? words.users.disabled : words.roles[value];
  return (
    <>
      <PageHead
        title={words.users.title}
        summary={loaded ? words.users.summary(list.total ?? 0) : '\u00a0'}
        acts={
          <>
            <Button onClick={() => navigate('/admin/users/provisioning')}>{words.users.provisioning.title}</Button>
            <Button look="primary" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              {words.users.add}
            </Button>
          </>
        }
      />
      {adding && <NewUser onClose={() => setAdding(false)} />}
      <div class="filters">
        <Chips
          label={words.users.filterLabel}
          value={filter}
          onValue={(value) => query.set({ show: value === 'all' ? null : value })}
          choices={FILTERS.map((value) => ({ value, label: label(value) }))}
        />
        <SearchField label={words.users.search} value={query.get('q')} onFind={(q) => query.set({ q })} />
      </div>
      <ListTable
        list={list}
        caption={words.users.caption}
        columns={columns()}
        rows={list.items}
        rowKey={(row) => row.id}
        empty={
          filtered ? (
            <NoMatch words={words.users} onClear={() => query.set({ q: null, show: null })} />
          ) : (
            <Empty title={words.users.none}>{words.users.noneWhy}</Empty>
          )
        }
      />
    </>
  );
}
