// SPDX-License-Identifier: Apache-2.0
// The query part of the address, where a view keeps its filters so that a link or a reload shows the
// same result.
import { useMemo } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';

export interface Query {
  get: (name: string) => string; // '' if absent
  set: (changes: Readonly<Record<string, string | null>>) => void; // null or '' removes the parameter
}

// Changes replace the address, so Back leaves the view instead of undoing its last filter.
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

// Returns `value` if it is one of the known values, else `otherwise`; for filter chips or a select.
export function oneOf<V extends string>(value: string, known: readonly V[], otherwise: V): V {
  return known.find((one) => one === value) ?? otherwise;
}
