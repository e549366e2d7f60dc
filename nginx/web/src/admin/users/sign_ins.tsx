// SPDX-License-Identifier: Apache-2.0
// The sign-ins of one person from the audit trail, including refused ones.
import type { Schemas } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { State } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../words.ts';

type Entry = Schemas['AuditEntry'];

// Shortens a user agent to the likes of "Firefox 130"; the rest is in the tooltip.
function browser(agent: string): string {
  const found = /(Edg|OPR|Firefox|Chrome|Safari|curl|HeadlessChrome)\/(\d+)/.exec(agent);
  return found ? `${found[1] === 'Edg' ? 'Edge' : found[1] === 'OPR' ? 'Opera' : found[1]} ${found[2]}` : agent;
}

const columns = (): Column<Entry>[] => {
  const words = t().users;
  return [
    { key: 'at', head: words.when, rowHead: true, width: '24%', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'outcome',
      head: words.outcome,
      cell: (row) =>
        row.outcome === 'allow' ? (
          <State shape="tick" tone="complete">
            {words.letIn}
          </State>
        ) : (
          <State shape="stop" tone="missing">
            {words.refused}
          </State>
        ),
    },
    {
      key: 'way',
      head: words.way,
      hide: 'phone',
      cell: (row) => (row.authMethod === null ? '' : (words.methods[row.authMethod] ?? row.authMethod)),
    },
    { key: 'from', head: words.from, hide: 'phone', cell: (row) => row.ip && <code>{row.ip}</code> },
    {
      key: 'with',
      head: words.with,
      hide: 'narrow',
      cell: (row) =>
        row.userAgent && (
          <span class="clip" title={row.userAgent}>
            <Foreign>{browser(row.userAgent)}</Foreign>
          </span>
        ),
    },
  ];
};

export function SignIns({ userId }: { userId: string }) {
  const words = t().users;
  const list = useList('/api/admin/audit-logs', 'logs', {
    query: { action: 'auth.login', objectType: 'user', objectId: userId },
  });
  const loaded = list.total !== undefined;
  return (
    <section class="part" aria-labelledby="sign-ins">
      <h2 id="sign-ins">{words.signIns}</h2>
      {list.error ? (
        <ErrorNote error={list.error} onRetry={list.reload} />
      ) : loaded && list.total === 0 ? (
        <p class="second">{words.noSignIns}</p>
      ) : (
        (loaded || list.slow) && (
          <Table
            caption={words.signIns}
            columns={columns()}
            rows={list.items}
            rowKey={(row) => row.id}
            total={list.total}
            rowHeight={40}
            onEnd={list.more}
            loading={!loaded}
          />
        )
      )}
    </section>
  );
}
