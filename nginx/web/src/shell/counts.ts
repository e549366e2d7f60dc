// SPDX-License-Identifier: Apache-2.0
// The counts shown beside the navigation and in the overview. Loaded only here, at most every 30 s, and
// again after an action that changes them.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../api/client.ts';
import { type Resource, useResource } from '../api/resource.ts';

export type Counts = Schemas['Overview'];

const EVERY = 30_000; // ms

export const counts = signal<Resource<Counts>>({
  data: undefined,
  error: undefined,
  slow: true,
  etag: null,
  reload: () => undefined,
});

// Used by the navigation; loads nothing if it shows no numbers (`wanted` is false).
export function useCounts(wanted: boolean): void {
  const { data, error, slow, etag, reload } = useResource(wanted ? '/api/overview' : null, {}, () => EVERY);
  useEffect(() => {
    counts.value = { data, error, slow, etag, reload };
  }, [data, error, slow, etag, reload]);
}

export const recount = (): void => counts.value.reload();

export const sum = (of: Readonly<Record<string, number>>): number =>
  Object.values(of).reduce((all, one) => all + one, 0);
