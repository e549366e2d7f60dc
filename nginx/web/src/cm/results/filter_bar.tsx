// SPDX-License-Identifier: Apache-2.0
// The filters of the results, kept in the address so that a link or a reload shows the same.
import { Button, type Choice } from '../../design/controls.tsx';
import { Chips, SearchField } from '../../design/filters.tsx';
import type { Verdict } from '../../design/glyph.tsx';
import { useShortcuts } from '../../shell/keys.ts';
import { oneOf, type Query } from '../../shell/query.ts';
import { fraction, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { BANDS, type Brief, type Filter, isFiltered, REVIEWED, STATUSES, type Thresholds, treeOf } from './queue.ts';

const MODES = ['queue', 'tree', 'table'] as const;
type Mode = (typeof MODES)[number];

export const modeOf = (query: Query): Mode => oneOf(query.get('view'), MODES, 'queue');

export function filterOf(query: Query): Filter {
  const criterion = Number(query.get('criterion'));
  return {
    status: STATUSES.find((one) => one === query.get('status')) ?? null,
    reviewed: oneOf(query.get('reviewed'), REVIEWED, 'any'),
    criterion: Number.isInteger(criterion) && criterion > 0 ? criterion : null,
    band: oneOf(query.get('confidence'), BANDS, 'any'),
    text: query.get('q'),
  };
}

export const clearFilters = (query: Query): void =>
  query.set({ status: null, reviewed: null, criterion: null, confidence: null, q: null });

// The first choice means no filter; its label names the subject of the others.
function FilterChoice({
  label,
  value,
  choices,
  onValue,
}: {
  label: string;
  value: string;
  choices: readonly Choice<string>[];
  onValue: (value: string | null) => void;
}) {
  return (
    <select
      class={value ? 'filter-select chosen' : 'filter-select'}
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value || null)}>
      {choices.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

export function FilterBar({
  query,
  all,
  thresholds,
  shown,
}: {
  query: Query;
  all: readonly Brief[];
  thresholds: Thresholds;
  shown: number;
}) {
  const words = t().results;
  useShortcuts([
    {
      keys: '/',
      does: words.search,
      group: 'here',
      run: () => document.querySelector<HTMLInputElement>('main .search-field')?.focus(),
    },
  ]);
  const filter = filterOf(query);
  const mode = modeOf(query);
  const partial = fraction(thresholds.partial);
  const complete = fraction(thresholds.complete);
  const statusWord = (status: Verdict) => t().status[status];
  return (
    <div class="filters">
      <Chips
        label={words.viewAs}
        value={mode}
        onValue={(value) => query.set({ view: value === 'queue' ? null : value })}
        choices={MODES.map((value) => ({ value, label: words.modes[value] }))}
      />
      <FilterChoice
        label={words.status}
        value={filter.status ?? ''}
        onValue={(status) => query.set({ status })}
        choices={[
          { value: '', label: words.anyStatus },
          ...STATUSES.map((value) => ({ value, label: statusWord(value) })),
        ]}
      />
      <FilterChoice
        label={words.decision}
        value={filter.reviewed === 'any' ? '' : filter.reviewed}
        onValue={(reviewed) => query.set({ reviewed })}
        choices={REVIEWED.map((value) => ({ value: value === 'any' ? '' : value, label: words.reviewed[value] }))}
      />
      <FilterChoice
        label={words.criterion}
        value={filter.criterion === null ? '' : String(filter.criterion)}
        onValue={(criterion) => query.set({ criterion })}
        choices={[
          { value: '', label: words.anyCriterion },
          ...treeOf(all).map(({ title, items }) => ({
            value: String(items[0]?.requirement.criterionId ?? ''),
            label: title,
          })),
        ]}
      />
      <FilterChoice
        label={t().confidence.label}
        value={filter.band === 'any' ? '' : filter.band}
        onValue={(confidence) => query.set({ confidence })}
        choices={BANDS.map((value) => ({
          value: value === 'any' ? '' : value,
          label: words.bands[value](partial, complete),
        }))}
      />
      {isFiltered(filter) && (
        <>
          <Button look="quiet" small onClick={() => clearFilters(query)}>
            {words.clear}
          </Button>
          <span class="small second" role="status">
            {words.shown(number(shown), number(all.length))}
          </span>
        </>
      )}
      <SearchField label={words.search} value={filter.text} onFind={(q) => query.set({ q })} />
    </div>
  );
}
