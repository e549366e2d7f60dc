// SPDX-License-Identifier: Apache-2.0
// Keyboard shortcuts. A component registers its shortcuts while it is shown; "?" lists them all. A
// shortcut is one key ("n") or two in a row ("g e"). Ignored while the person is typing or a dialog is
// open, and with Ctrl, Alt or Meta, which belong to the browser.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { singleKeys } from './preferences.ts';

export interface Shortcut {
  keys: string;
  does: string; // in the person's language, for the list
  group: 'go' | 'here' | 'everywhere';
  run: () => void;
}

const SEQUENCE_MS = 1200;

export const shortcuts = signal<readonly Shortcut[]>([]);

let pending = '';
let pendingSince = 0;

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (typing(event.target) || document.querySelector('dialog[open], [role=menu]') || event.key === 'Shift') return;
  const before = performance.now() - pendingSince < SEQUENCE_MS ? pending : '';
  pending = '';
  const pressed = before ? `${before} ${event.key}` : event.key;
  const found = shortcuts.value.findLast(({ keys }) => keys === pressed);
  // "?" leads to the switch, so it always works.
  if (found && (singleKeys.value || found.keys === '?')) {
    event.preventDefault();
    found.run();
  } else if (shortcuts.value.some(({ keys }) => keys.startsWith(`${event.key} `))) {
    pending = event.key;
    pendingSince = performance.now();
  }
}

export function startKeys(): void {
  document.addEventListener('keydown', onKey);
}

// Registers a view's shortcuts while it is shown; `run` is always that of the latest render.
export function useShortcuts(mine: readonly Shortcut[]): void {
  const latest = useRef(mine);
  latest.current = mine;
  const named = mine.map(({ keys, does, group }) => `${keys}\t${does}\t${group}`).join('\n');
  useEffect(() => {
    const registered = latest.current.map((one, index): Shortcut => ({
      ...one,
      run: () => latest.current[index]?.run(),
    }));
    shortcuts.value = [...shortcuts.value, ...registered];
    return () => {
      shortcuts.value = shortcuts.value.filter((one) => !registered.includes(one));
    };
  }, [named]);
}
