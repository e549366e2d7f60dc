// SPDX-License-Identifier: Apache-2.0
// Sets a threshold by sliding or typing, in hundredths.
import { useId } from 'preact/hooks';

const hundredths = (text: string): number | null => {
  const value = Math.round(Number(text) * 100) / 100;
  return text.trim() !== '' && value >= 0 && value <= 1 ? value : null;
};

export function Slider({
  label,
  hint,
  value,
  onValue,
  error,
}: {
  label: string;
  hint: string;
  value: number;
  onValue: (value: number) => void;
  error?: string | undefined;
}) {
  const id = useId();
  const changed = (text: string) => {
    const now = hundredths(text);
    if (now !== null) onValue(now);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="threshold-field">
        <input
          type="range"
          min="0"
          max="1"
          step="0.01"
          value={value}
          aria-label={label}
          aria-describedby={`${id}-hint`}
          onInput={(event) => changed(event.currentTarget.value)}
        />
        <input
          id={id}
          type="number"
          min="0"
          max="1"
          step="0.01"
          value={value.toFixed(2)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => changed(event.currentTarget.value)}
        />
      </div>
      <p class="small second" id={`${id}-hint`}>
        {hint}
      </p>
      {error && <p class="field-error">{error}</p>}
    </div>
  );
}
