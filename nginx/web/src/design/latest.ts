// SPDX-License-Identifier: Apache-2.0
// useLatest: a function that stays the same and does what the newest render says. An effect that calls it runs
// when its own values change, and not whenever a callback is written anew.
import { useCallback, useRef } from 'preact/hooks';

export function useLatest<A extends readonly unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...given: A) => latest.current(...given), []);
}
