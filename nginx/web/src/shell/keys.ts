// SPDX-License-Identifier: Apache-2.0
// Keyboard shortcuts: whoever has one registers it while it is shown, and the list (?) knows all.
// A shortcut is a key ("n") or two in a row ("g e"). Nothing happens while something is typed or a
// dialog is open, nor with Ctrl, Alt or Meta, which are the browser's.
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
  return target instanceof HTMLElement && (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (typing(event.target) || document.querySelector('dialog[open], [role=menu]') || event.key === 'Shift') return;
  const before = performance.now() - pendingSince < SEQUENCE_MS ? pending : '';
  pending = '';
  const pressed = before ? `${before} ${event.key}` : event.key;
  const found = shortcuts.value.findLast(({ keys }) => keys === pressed);
  // "?" is how one finds the switch, so it works always.
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

// Registers a view's shortcuts while it is shown; `run` is always the one of the latest drawing.
export function useShortcuts(mine: readonly Shortcut[]): void {
  const latest = useRef(mine);
  latest.current = mine;
  const named = mine.map(({ keys, does, group }) => `${keys}\t${does}\t${group}`).join('\n');
  useEffect(() => {
    const registered = latest.current.map((one, index): Shortcut => ({ ...one, run: () => latest.current[index]?.run() }));
    shortcuts.value = [...shortcuts.value, ...registered];
    return () => {
      shortcuts.value = shortcuts.value.filter((one) => !registered.includes(one));
    };
  }, [named]);
}
