// SPDX-License-Identifier: Apache-2.0
// What filters a list: chips, and the search field of a view.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from './controls.tsx';
import { useLatest } from './latest.ts';

// Chooses one of a few filters, shown as chips, each with its count if known.
export function Chips<V extends string>({
  label,
  value,
  choices,
  onValue,
}: {
  label: string;
  value: V;
  onValue: (value: V) => void;
  choices: readonly (Choice<V> & { count?: string | undefined })[];
}) {
  return (
    <div class="chips" role="group" aria-label={label}>
      {choices.map((one) => (
        <button type="button" class="chip" aria-pressed={one.value === value} onClick={() => onValue(one.value)}>
          {one.label}
          {one.count !== undefined && <span class="count"> {one.count}</span>}
        </button>
      ))}
    </div>
  );
}

const TYPING_MS = 250;

// The search field of a view; "/" focuses it if the top bar has none. `value` is the current search.
// Calls `onFind` when the typing pauses.
export function SearchField({
  label,
  value,
  onFind,
}: {
  label: string;
  value: string;
  onFind: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const typing = useRef<ReturnType<typeof setTimeout>>();
  const find = useLatest(onFind);
  useEffect(() => {
    setText((now) => (now.trim() === value ? now : value));
    return () => clearTimeout(typing.current);
  }, [value]);
  const onInput = (now: string) => {
    setText(now);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => find(now.trim()), TYPING_MS);
  };
  return (
    <input
      class="search-field"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      autoComplete="off"
      spellcheck={false}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
