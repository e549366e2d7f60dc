// SPDX-License-Identifier: Apache-2.0
// Loads the assessments of a run in brief, overlaid with the decisions made on this page, and sends
// decisions.
import { useCallback, useMemo, useState } from 'preact/hooks';
import { post, type Schemas } from '../../api/client.ts';
import { type Resource, useResource } from '../../api/resource.ts';
import type { Brief } from './queue.ts';

export type InFull = Schemas['AssessmentInFull'];
export type Review = Schemas['Review'];
export type Decision = { verdict: 'ACCEPTED' } | { verdict: 'OVERRIDDEN'; status: Review['status']; note: string };

const LOOK_AGAIN = 3000; // ms, while the run is under way
// The service's limits on one request: number of reviews, and bytes.
const MOST_AT_ONCE = 200;
const MOST_BYTES = 200_000;

const isBrief = (one: Schemas['Assessment'] | Brief): one is Brief => 'citationCount' in one;

interface Assessments {
  all: readonly Brief[] | undefined;
  error: Resource<unknown>['error'];
  slow: boolean;
  reload: () => void;
  decided: (reviews: readonly Review[]) => void;
}

export function useAssessments(runId: string, moving: boolean): Assessments {
  const { data, error, slow, reload } = useResource(
    '/api/runs/{runId}/assessments',
    { path: { runId }, query: { brief: true } },
    () => (moving ? LOOK_AGAIN : null),
  );
  const [mine, setMine] = useState<ReadonlyMap<string, Review>>(new Map());
  const all = useMemo(
    () =>
      data?.assessments.filter(isBrief).map((one) => {
        const review = mine.get(one.id);
        return review ? { ...one, review } : one;
      }),
    [data, mine],
  );
  const decided = useCallback(
    (reviews: readonly Review[]) =>
      setMine((before) => new Map([...before, ...reviews.map((review) => [review.assessmentId, review] as const)])),
    [],
  );
  return { all, error, slow, reload, decided };
}

export async function decide(assessmentId: string, decision: Decision): Promise<Review> {
  const { review } = await post('/api/assessments/{assessmentId}/reviews', { path: { assessmentId }, body: decision });
  return review;
}

// Makes the same decision on each assessment. A request succeeds or fails as a whole; calls `onMade` after each.
export async function decideMany(
  runId: string,
  ids: readonly string[],
  decision: Decision,
  onMade: (reviews: readonly Review[]) => void,
): Promise<void> {
  const each = new TextEncoder().encode(JSON.stringify(decision)).length + 80;
  const step = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(MOST_BYTES / each)));
  for (let from = 0; from < ids.length; from += step) {
    const reviews = ids.slice(from, from + step).map((assessmentId) => ({ assessmentId, ...decision }));
    onMade((await post('/api/runs/{runId}/reviews', { path: { runId }, body: { reviews } })).reviews);
  }
}
