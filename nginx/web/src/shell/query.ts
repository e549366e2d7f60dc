// SPDX-License-Identifier: Apache-2.0
// The part of the address after "?": where a view keeps its filters, so that a link or a reload shows
// the same again.
import { useMemo } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';

export interface Query {
  get(name: string): string; // '' where it is not there
  set(changes: Readonly<Record<string, string | null>>): void; // null or '' takes it out
}

// Changes replace the address: Back leaves the view, not its last filter.
export function useQuery(): Query {
  const search = useSearch();
  return useMemo(() => {
    const now = new URLSearchParams(search);
    return {
      get: (name) => now.get(name) ?? '',
      set: (changes) => {
        const next = new URLSearchParams(location.search);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        navigate(location.pathname + (next.size > 0 ? `?${next}` : ''), { replace: true });
      },
    };
  }, [search]);
}

// One of the values that are known, for a filter of chips or a select.
export function oneOf<V extends string>(value: string, known: readonly V[], otherwise: V): V {
  return known.find((one) => one === value) ?? otherwise;
}
