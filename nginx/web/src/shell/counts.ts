// SPDX-License-Identifier: Apache-2.0
// How many there are of everything: for the numbers beside the navigation and for the overview. Asked
// for here alone, every 30 s at most, and again after an act that changes them.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../api/client.ts';
import { type Resource, useResource } from '../api/resource.ts';

export type Counts = Schemas['Overview'];

const EVERY = 30_000; // ms

export const counts = signal<Resource<Counts>>({ data: undefined, error: undefined, slow: true, etag: null, reload: () => undefined });

// Where the navigation stands; nothing is asked for where it shows no numbers.
export function useCounts(wanted: boolean): void {
  const found = useResource(wanted ? '/api/overview' : null, {}, () => EVERY);
  useEffect(() => {
    counts.value = found;
  }, [found.data, found.error, found.slow]);
}

export const recount = (): void => counts.value.reload();

export const sum = (of: Readonly<Record<string, number>>): number => Object.values(of).reduce((all, one) => all + one, 0);
