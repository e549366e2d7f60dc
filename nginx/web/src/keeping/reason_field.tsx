// SPDX-License-Identifier: Apache-2.0
// The reason why documents are held or erased.
import { TextField } from '../design/controls.tsx';
import { t } from '../strings/words.ts';

const LONGEST = 500; // characters

export function ReasonField({
  hint,
  value,
  onValue,
  error,
}: {
  hint: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}) {
  return (
    <TextField
      label={t().keeping.reason}
      hint={hint}
      required
      maxLength={LONGEST}
      dir="auto"
      value={value}
      onValue={onValue}
      error={error}
    />
  );
}
