// SPDX-License-Identifier: Apache-2.0
// Orders a run's assessments for review and filters them. Pure functions of the list, so that every view
// of the results shows the same.
import type { Schemas } from '../../api/client.ts';
import type { Verdict } from '../../design/glyph.tsx';

export type Brief = Schemas['AssessmentBrief'];
export type Thresholds = Schemas['Thresholds'];

export const REVIEWED = ['any', 'open', 'accepted', 'overridden'] as const;
export const BANDS = ['any', 'low', 'middle', 'high', 'near'] as const;
export const STATUSES: readonly Verdict[] = ['COMPLETE', 'PARTIAL', 'MISSING', 'FAILED'];

export interface Filter {
  status: Verdict | null;
  reviewed: (typeof REVIEWED)[number];
  criterion: number | null;
  band: (typeof BANDS)[number];
  text: string;
}

export const isFiltered = (filter: Filter): boolean =>
  filter.status !== null ||
  filter.reviewed !== 'any' ||
  filter.criterion !== null ||
  filter.band !== 'any' ||
  filter.text !== '';

// The effective status of a requirement: the reviewer's if there is a review.
export const held = (one: Brief): Verdict => one.review?.status ?? one.status;

// A person must decide anything not clearly complete, and anything the evaluator itself doubts.
export const needsDecision = (one: Brief): boolean => one.status !== 'COMPLETE' || one.needsReview;

const NEAR = 0.05;

function inBand(one: Brief, band: Filter['band'], { partial, complete }: Thresholds): boolean {
  const { confidence, status } = one;
  if (band === 'any') return true;
  if (status === 'FAILED') return false; // it has no confidence
  if (band === 'low') return confidence < partial;
  if (band === 'middle') return confidence >= partial && confidence < complete;
  if (band === 'high') return confidence >= complete;
  return Math.min(Math.abs(confidence - partial), Math.abs(confidence - complete)) <= NEAR;
}

function isReviewed(one: Brief, wanted: Filter['reviewed']): boolean {
  if (wanted === 'any') return true;
  if (wanted === 'open') return one.review === null;
  return one.review?.verdict === (wanted === 'accepted' ? 'ACCEPTED' : 'OVERRIDDEN');
}

export function filtered(all: readonly Brief[], filter: Filter, thresholds: Thresholds): readonly Brief[] {
  if (!isFiltered(filter)) return all;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(
    (one) =>
      (filter.status === null || one.status === filter.status) &&
      (filter.criterion === null || one.requirement.criterionId === filter.criterion) &&
      isReviewed(one, filter.reviewed) &&
      inBand(one, filter.band, thresholds) &&
      words.every((word) =>
        `${one.requirementId} ${one.requirement.title} ${one.requirement.criterionTitle}`.toLowerCase().includes(word),
      ),
  );
}

// FAILED first, since nothing was judged; then those with evidence, the least confident first; then those
// without evidence, the nearest to being met first.
const rank = ({ status }: Brief): number => (status === 'FAILED' ? 0 : status === 'MISSING' ? 2 : 1);
const inOrder = (a: Brief, b: Brief): number =>
  rank(a) - rank(b) || (rank(a) === 2 ? b.confidence - a.confidence : a.confidence - b.confidence);

export interface Section {
  key: string;
  title: string;
  items: readonly Brief[];
}

export function queueOf(
  shown: readonly Brief[],
  titles: { decide: string; confident: string; decided: string },
): readonly Section[] {
  const open = shown.filter((one) => one.review === null);
  return [
    { key: 'decide', title: titles.decide, items: open.filter(needsDecision).sort(inOrder) },
    { key: 'confident', title: titles.confident, items: open.filter((one) => !needsDecision(one)).sort(inOrder) },
    { key: 'decided', title: titles.decided, items: shown.filter((one) => one.review !== null) },
  ].filter(({ items }) => items.length > 0);
}

// Groups the assessments by criterion, in the pack's order.
export function treeOf(shown: readonly Brief[]): readonly Section[] {
  const criteria = new Map<number, { title: string; items: Brief[] }>();
  for (const one of shown) {
    const { criterionId, criterionTitle } = one.requirement;
    const found = criteria.get(criterionId);
    if (found) found.items.push(one);
    else criteria.set(criterionId, { title: criterionTitle, items: [one] });
  }
  return [...criteria].map(([id, { title, items }]) => ({ key: `criterion-${id}`, title, items }));
}

export function countsOf(all: readonly Brief[], status: (one: Brief) => Verdict): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { COMPLETE: 0, PARTIAL: 0, MISSING: 0, FAILED: 0 };
  for (const one of all) counts[status(one)] += 1;
  return counts;
}
