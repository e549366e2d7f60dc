// SPDX-License-Identifier: Apache-2.0
// Builds the rows of the tree: the criteria, and below each open one its requirements that match the
// filters and the search.
import type { Schemas } from '../../api/client.ts';
import type { Verdict } from '../../design/glyph.tsx';
import { needsDecision } from '../results/queue.ts';

export type Coverage = Schemas['Coverage'];
export type Item = NonNullable<Coverage['items']>[number];
export type Criterion = Coverage['criteria'][number];

export const FILTERS = ['all', 'COMPLETE', 'PARTIAL', 'MISSING', 'FAILED', 'none', 'undecided'] as const;
export type Filter = (typeof FILTERS)[number];

export type Row =
  | { kind: 'criterion'; key: string; criterion: Criterion; open: boolean; shown: number }
  | { kind: 'requirement'; key: string; item: Item };

// The effective status of a requirement: the reviewer's, else the run's; null if never judged.
export const held = ({ standing }: Item): Verdict | null =>
  standing === null ? null : (standing.review?.status ?? standing.status);

export function passes(item: Item, filter: Filter): boolean {
  if (filter === 'all') return true;
  if (filter === 'undecided')
    return item.standing !== null && item.standing.review === null && needsDecision(item.standing);
  return held(item) === (filter === 'none' ? null : filter);
}

// Matches items with every word in the label, statement or criterion.
function matcher(search: string): (item: Item) => boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return ({ requirementId, title, criterionTitle }) => {
    const text = `${requirementId} ${title} ${criterionTitle}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
}

// `closed`: the closed criteria. A search opens all of them, so that its hits are visible.
export function rowsOf(
  coverage: Coverage,
  filter: Filter,
  search: string,
  criterion: string,
  closed: ReadonlySet<number>,
): Row[] {
  const matches = matcher(search);
  const under = new Map<number, Item[]>();
  for (const item of coverage.items ?? []) {
    if (!passes(item, filter) || !matches(item)) continue;
    const group = under.get(item.criterionId);
    if (group) group.push(item);
    else under.set(item.criterionId, [item]);
  }
  return coverage.criteria.flatMap((one): Row[] => {
    const items = under.get(one.criterionId) ?? [];
    if (items.length === 0 || (criterion !== '' && String(one.criterionId) !== criterion)) return [];
    const open = search !== '' || !closed.has(one.criterionId);
    const head: Row = {
      kind: 'criterion',
      key: `criterion ${one.criterionId}`,
      criterion: one,
      open,
      shown: items.length,
    };
    return open ? [head, ...items.map((item): Row => ({ kind: 'requirement', key: item.id, item }))] : [head];
  });
}

export const countOf = (coverage: Coverage, filter: Filter): number =>
  (coverage.items ?? []).reduce((all, item) => (passes(item, filter) ? all + 1 : all), 0);

// The path of a requirement's result in a run.
export const resultOf = (runId: string, requirementId: string): string =>
  `/runs/${runId}/results?${new URLSearchParams({ at: requirementId })}`;
