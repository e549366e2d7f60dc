// SPDX-License-Identifier: Apache-2.0
// Keeps the marked place in sight as content above it renders, until the person scrolls or turns pages.
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { bring } from './scrolling.ts';
import type { Place } from './place.ts';

interface KeptPlace {
  mark: () => HTMLElement | null | undefined; // the first one
  keepPlace: () => boolean; // scrolls to the place; whether it is in sight
  letGo: () => void;
}

export function useKeptPlace(scroller: RefObject<HTMLElement>, place: Place): KeptPlace {
  const key = JSON.stringify(place);
  const kept = useRef({ key, inSight: true });
  if (kept.current.key !== key) kept.current = { key, inSight: true };
  const mark = () => scroller.current?.querySelector<HTMLElement>('mark');
  const keepPlace = (): boolean => {
    const found = mark();
    if (!found || !scroller.current || !kept.current.inSight) return false;
    bring(scroller.current, found);
    return true;
  };
  const letGo = () => {
    kept.current.inSight = false;
  };
  return { mark, keepPlace, letGo };
}
