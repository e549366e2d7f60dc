// SPDX-License-Identifier: Apache-2.0
// useMatches: whether the page matches a media query, also after it has been resized.
import { useEffect, useState } from 'preact/hooks';

export function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setMatches(list.matches);
    changed();
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return matches;
}
