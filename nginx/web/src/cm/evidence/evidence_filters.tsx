// SPDX-License-Identifier: Apache-2.0
// What the list of evidence shows, and in which order; the address holds the choices.
import { Chips, SearchField } from '../../design/filters.tsx';
import { Menu } from '../../design/menu.tsx';
import { type Counts, sum } from '../../shell/counts.ts';
import type { Query } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { type Filter, FILTERS, type Order, ORDERS, TYPES } from './document_order.ts';

// The number of documents for each filter chip; undefined until known.
export function counted(found: Counts | undefined) {
  if (!found) return undefined;
  const all = sum(found.documents);
  const { READY: ready = 0, FAILED: failed = 0 } = found.documents;
  return { all, ready, reading: all - ready - failed, failed, uncited: found.neverCited };
}

export function EvidenceFilters({
  query,
  filter,
  order,
  fileType,
  of,
}: {
  query: Query;
  filter: Filter;
  order: Order;
  fileType: (typeof TYPES)[number] | null;
  of: ReturnType<typeof counted>;
}) {
  const words = t().evidence;
  const choice = (label: string, chosen: boolean, choose: () => void) => ({
    kind: 'choice' as const,
    label,
    chosen,
    choose,
  });
  return (
    <div class="filters">
      <Chips
        label={words.filterLabel}
        value={filter}
        onValue={(value) => query.set({ status: value === 'all' ? null : value })}
        choices={FILTERS.map((value) => ({ value, label: words[value], count: of && number(of[value]) }))}
      />
      <span class="grow" />
      <Menu
        label={words.typeLabel}
        look="chip"
        button={words.type(fileType)}
        items={[
          choice(words.anyType, fileType === null, () => query.set({ type: null })),
          ...TYPES.map((one) => choice(one.toUpperCase(), fileType === one, () => query.set({ type: one }))),
        ]}
      />
      <Menu
        label={words.orderLabel}
        look="chip"
        button={words.order[order]}
        items={ORDERS.map((one) =>
          choice(words.order[one], order === one, () => query.set({ order: one === 'newest' ? null : one })),
        )}
      />
      <SearchField label={words.search} value={query.get('q')} onFind={(q) => query.set({ q })} />
    </div>
  );
}
