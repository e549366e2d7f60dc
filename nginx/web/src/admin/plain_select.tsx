// SPDX-License-Identifier: Apache-2.0
// A select among named items for a row of filters; an empty value means any of them.
import { shownText } from '../design/inline.tsx';

export function PlainSelect({
  label,
  value,
  onValue,
  any,
  choices,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  any: string;
  choices: readonly { id: string; name: string }[];
}) {
  const known = value === '' || choices.some((one) => one.id === value);
  return (
    <select
      class="filter-select"
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}>
      <option value="">{any}</option>
      {choices.map((one) => (
        <option key={one.id} value={one.id}>
          {shownText(one.name)}
        </option>
      ))}
      {!known && <option value={value}>{value}</option>}
    </select>
  );
}
