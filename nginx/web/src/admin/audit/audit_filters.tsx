// SPDX-License-Identifier: Apache-2.0
// What the audit log is filtered by; all of it stands in the address.
import { Button, SearchField } from '../../design/controls.tsx';
import type { Query } from '../../shell/query.ts';
import { t } from '../words.ts';
import { PlainSelect } from '../plain_select.tsx';

const ACTIONS = ['access.cross_tenant', 'access.denied', 'assessment.review', 'audit.export', 'audit.read', 'audit.verify', 'auth.login', 'auth.logout', 'auth.password',
  'auth.refresh_reuse', 'binding.delete', 'binding.put', 'corpus.activate', 'corpus.create', 'corpus.ingest', 'corpus_ingestion.completed', 'document.delete',
  'document.download', 'document.purged', 'document.ready', 'document.retry', 'document.upload', 'document.upload_duplicate', 'export.completed',
  'export.download', 'export.request', 'pack.export', 'pack.import', 'pack.version.create', 'reproduction.completed', 'run.cancel',
  'run.completed', 'run.replay', 'run.reproduce', 'run.start', 'task.update', 'tenant.create', 'tenant.list', 'tenant.rename', 'token.create',
  'token.delete', 'user.create', 'user.delete', 'user.disable', 'user.enable',
  'user.end_sign_ins', 'user.link_identity', 'user.password', 'user.rename', 'user.role'] as const;
const OBJECTS = ['assessment', 'corpus', 'corpus_ingestion', 'criteria_version', 'document', 'export', 'mapping_set', 'pack', 'reproduction',
  'run', 'task', 'tenant', 'token', 'user'] as const;

const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: id }));

const NAMES = ['actor', 'action', 'type', 'object', 'from', 'to', 'run'] as const;

// A day as the person's own: it begins at midnight here, and the last one is whole.
function startOf(day: string, later = 0): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}

// The filters as the API takes them.
export function asked(query: Query) {
  return {
    actor: query.get('actor'), action: query.get('action'), objectType: query.get('type'), objectId: query.get('object'),
    from: startOf(query.get('from')), to: startOf(query.get('to'), 1), runId: query.get('run'),
  };
}

export const isFiltered = (query: Query): boolean => NAMES.some((name) => query.get(name) !== '');
export const clear = (query: Query): void => query.set(Object.fromEntries(NAMES.map((name) => [name, null])));

function Day({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  return (
    <label class="filter-day"><span class="small second">{label}</span>
      <input type="date" value={value} onChange={(event) => onValue(event.currentTarget.value)} />
    </label>
  );
}

export function AuditFilters({ query }: { query: Query }) {
  const words = t().auditLog;
  const field = (name: (typeof NAMES)[number]) => ({ value: query.get(name), onValue: (value: string) => query.set({ [name]: value }) });
  return (
    <div class="filters audit-filters" role="group" aria-label={words.filters}>
      <SearchField label={words.actor} value={query.get('actor')} onFind={(actor) => query.set({ actor })} />
      <PlainSelect label={words.action} any={words.anyAction} choices={named(ACTIONS)} {...field('action')} />
      <PlainSelect label={words.object} any={words.anyObject} choices={named(OBJECTS)} {...field('type')} />
      <SearchField label={words.objectId} value={query.get('object')} onFind={(object) => query.set({ object })} />
      <Day label={words.from} {...field('from')} />
      <Day label={words.to} {...field('to')} />
      {query.get('run') && <span class="pill accent status">{words.ofRun}</span>}
      {isFiltered(query) && <Button small look="quiet" onClick={() => clear(query)}>{words.clear}</Button>}
    </div>
  );
}
