// SPDX-License-Identifier: Apache-2.0
// The filters of the audit log, kept in the address.
import { Button } from '../../design/controls.tsx';
import type { components } from '../../api/schema.d.ts';
import { SearchField } from '../../design/filters.tsx';
import type { Query } from '../../shell/query.ts';
import { t } from '../words.ts';
import { PlainSelect } from '../plain_select.tsx';

// Sorted by the words that are displayed.
const named = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));

const NAMES = ['actor', 'action', 'type', 'object', 'from', 'to', 'run'] as const;
// Actions that only read or copy data; shown on request.
const READS: ReadonlySet<string> = new Set([
  'audit.export',
  'audit.read',
  'audit.verify',
  'document.download',
  'export.download',
  'pack.export',
  'run.replay',
  'tenant.list',
]);
const showsReads = (query: Query): boolean => query.get('reads') === 'on' || READS.has(query.get('action'));

// The start of a day in the person's own time zone. `later` = 1 makes the last day of a range whole.
function startOf(day: string, later = 0): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}

type Action = components['schemas']['AuditAction'];
type ObjectType = components['schemas']['AuditObjectType'];

// The filters as the API takes them. The address may hold unknown values; the API reports those.
export function asked(query: Query) {
  return {
    actor: query.get('actor'),
    action: query.get('action') as Action,
    objectType: query.get('type') as ObjectType,
    objectId: query.get('object'),
    from: startOf(query.get('from')),
    to: startOf(query.get('to'), 1),
    runId: query.get('run'),
    reads: showsReads(query),
  };
}

export const isFiltered = (query: Query): boolean => NAMES.some((name) => query.get(name) !== '');
export const clear = (query: Query): void => query.set(Object.fromEntries(NAMES.map((name) => [name, null])));

function Day({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  return (
    <label class="filter-day">
      <span class="small second">{label}</span>
      <input type="date" value={value} onChange={(event) => onValue(event.currentTarget.value)} />
    </label>
  );
}

// Stands beside the filters because clearing them does not reset it.
export function ReadsChoice({ query }: { query: Query }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={showsReads(query)}
        disabled={READS.has(query.get('action'))}
        onChange={(event) => query.set({ reads: event.currentTarget.checked ? 'on' : null })}
      />
      {t().auditLog.reads}
    </label>
  );
}

export function AuditFilters({ query }: { query: Query }) {
  const words = t().auditLog;
  const field = (name: (typeof NAMES)[number]) => ({
    value: query.get(name),
    onValue: (value: string) => query.set({ [name]: value }),
  });
  return (
    <div class="filters audit-filters" role="group" aria-label={words.filters}>
      <SearchField label={words.actor} value={query.get('actor')} onFind={(actor) => query.set({ actor })} />
      <PlainSelect label={words.action} any={words.anyAction} choices={named(words.actions)} {...field('action')} />
      <PlainSelect label={words.object} any={words.anyObject} choices={named(words.objects)} {...field('type')} />
      <SearchField label={words.objectId} value={query.get('object')} onFind={(object) => query.set({ object })} />
      <Day label={words.from} {...field('from')} />
      <Day label={words.to} {...field('to')} />
      {query.get('run') && <span class="pill accent status">{words.ofRun}</span>}
      {isFiltered(query) && (
        <Button small look="quiet" onClick={() => clear(query)}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}
