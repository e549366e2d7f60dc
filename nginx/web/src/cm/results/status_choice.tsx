// SPDX-License-Identifier: Apache-2.0
// What a reviewer says in an override: the right status, and why.
import { TextArea } from '../../design/controls.tsx';
import { Status } from '../../design/glyph.tsx';
import { t } from '../../strings/words.ts';
import type { Review } from './assessments.ts';

// The statuses that a reviewer may choose.
export const HELD: readonly Review['status'][] = ['COMPLETE', 'PARTIAL', 'MISSING'];

// `missing`: none was chosen, though the form was submitted.
export function StatusChoice({
  choices,
  value,
  onValue,
  missing,
}: {
  choices: readonly Review['status'][];
  value: Review['status'] | null;
  onValue: (status: Review['status']) => void;
  missing: boolean;
}) {
  const words = t().results;
  return (
    <fieldset class="radios" data-wrong={missing || undefined}>
      <legend>{words.heldTrue}</legend>
      {choices.map((one, index) => (
        <label key={one} class="radio">
          <input
            type="radio"
            name="held"
            value={one}
            checked={value === one}
            autoFocus={index === 0}
            onChange={() => onValue(one)}
          />
          <Status status={one} />
        </label>
      ))}
      {missing && (
        <p class="field-error" role="alert">
          {words.chooseStatus}
        </p>
      )}
    </fieldset>
  );
}

export function ReasonField({
  value,
  onValue,
  error,
}: {
  value: string;
  onValue: (reason: string) => void;
  error: string | undefined;
}) {
  const words = t().results;
  return (
    <TextArea
      label={words.reason}
      hint={words.reasonHint}
      value={value}
      onValue={onValue}
      maxLength={4000}
      rows={4}
      error={error}
    />
  );
}
