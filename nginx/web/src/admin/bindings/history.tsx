// SPDX-License-Identifier: Apache-2.0
// The changes to a binding from the audit trail: what, who and when.
import type { Schemas } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Foreign, Time } from '../../design/inline.tsx';
import { ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { fraction } from '../../strings/format.ts';
import { t } from '../words.ts';

type Entry = Schemas['AuditEntry'];

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

// The trail keeps changes as JSON text, `{field: {from, to}}`. Anything of another form is ignored.
function changesIn(detail: string | null, versions: ReadonlyMap<string, string>): string[] {
  const words = t().bindings;
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(detail ?? 'null');
  } catch {
    return [];
  }
  const told = (field: string, value: unknown): string => {
    if (field === 'thresholds') {
      const { partial, complete } = record(value);
      if (typeof partial === 'number' && typeof complete === 'number')
        return `${fraction(partial)} · ${fraction(complete)}`;
    }
    if (typeof value !== 'string') return value === null || value === undefined ? '–' : JSON.stringify(value);
    if (field === 'criteriaVersionId') return versions.get(value) ?? value;
    return field === 'evaluator' && (value === 'builtin' || value === 'llm') ? words.evaluators[value] : value;
  };
  const changes = record(parsed);
  return Object.entries(changes).flatMap(([field, change]) => {
    const { from, to } = record(change);
    // A version has a name as well as an id.
    const again = field === 'criteriaVersionId' && 'version' in changes;
    return again || (from === undefined && to === undefined)
      ? []
      : [`${words.fields[field] ?? field}: ${told(field, from)} → ${told(field, to)}`];
  });
}

const columns = (versions: ReadonlyMap<string, string>): Column<Entry>[] => {
  const words = t().bindings;
  return [
    { key: 'at', head: words.when, rowHead: true, width: '148px', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'what',
      head: words.what,
      cell: (row) => {
        const changes = changesIn(row.detail, versions);
        const act = row.outcome === 'allow' ? (words.actions[row.action] ?? row.action) : words.notAllowed;
        return <span class="clip-2">{changes.length > 0 ? <Foreign>{changes.join('; ')}</Foreign> : act}</span>;
      },
    },
    {
      key: 'who',
      head: words.who,
      width: '30%',
      hide: 'phone',
      cell: (row) => (
        <span class="clip">
          <Foreign>{row.actor.email ?? (row.actor.type === 'system' ? words.system : (row.actor.id ?? ''))}</Foreign>
        </span>
      ),
    },
  ];
};

export function BindingHistory({ packId, versions }: { packId: string; versions: ReadonlyMap<string, string> }) {
  const words = t().bindings;
  const list = useList('/api/admin/audit-logs', 'logs', { query: { objectType: 'pack', objectId: packId } });
  const loaded = list.total !== undefined;
  return (
    <section class="part" aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      {list.error ? (
        <ErrorNote error={list.error} onRetry={list.reload} />
      ) : loaded && list.total === 0 ? (
        <p class="second">{words.noHistory}</p>
      ) : (
        (loaded || list.slow) && (
          <Table
            caption={words.history}
            columns={columns(versions)}
            rows={list.items}
            rowKey={(row) => row.id}
            total={list.total}
            rowHeight={52}
            onEnd={list.more}
            loading={!loaded}
          />
        )
      )}
    </section>
  );
}
