// SPDX-License-Identifier: Apache-2.0
// Detects which elements of a scroller have come near: within its height of the visible part. An element
// once near stays near.
import { createContext, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Watch {
  begin: (element: Element, onNear: () => void) => () => void;
}

export const Nearness = createContext<Watch | null>(null);

// One observer for all elements in the scroller.
export function useWatch(scroller: RefObject<HTMLElement>): Watch {
  const kept = useRef<{ observer: IntersectionObserver | null; waiting: Map<Element, () => void> }>({
    observer: null,
    waiting: new Map(),
  });
  useLayoutEffect(() => {
    const { waiting } = kept.current;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
      },
      { root: scroller.current, rootMargin: '100% 0px' },
    );
    kept.current.observer = observer;
    for (const element of waiting.keys()) observer.observe(element); // the elements inside mount first
    return () => observer.disconnect();
  }, [scroller]);
  return useMemo(
    () => ({
      begin: (element, onNear) => {
        const { waiting } = kept.current;
        waiting.set(element, onNear);
        kept.current.observer?.observe(element);
        return () => {
          waiting.delete(element);
          kept.current.observer?.unobserve(element);
        };
      },
    }),
    [],
  );
}

// Returns a ref, and whether its element has come near or is wanted regardless of its position.
export function useNear<E extends Element>(wanted: boolean): [RefObject<E>, boolean] {
  const element = useRef<E>(null);
  const watch = useContext(Nearness);
  const [near, setNear] = useState(wanted);
  useLayoutEffect(() => {
    if (wanted) setNear(true);
  }, [wanted]);
  useLayoutEffect(
    () => (near || !element.current || !watch ? undefined : watch.begin(element.current, () => setNear(true))),
    [near, watch],
  );
  return [element, near || wanted];
}
