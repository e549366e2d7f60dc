// SPDX-License-Identifier: Apache-2.0
// A password that an administrator sets for somebody: typed or generated, and visible because it has to
// be passed on.
import { Button, TextField } from '../../design/controls.tsx';
import { t } from '../words.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679'; // no letters that look alike
const LENGTH = 20;

function made(): string {
  let password = '';
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Bytes beyond the last whole multiple would make some letters likelier.
      if (byte < 256 - (256 % LETTERS.length) && password.length < LENGTH) password += LETTERS[byte % LETTERS.length];
    }
  }
  return password;
}

export function PasswordField({
  label,
  hint,
  value,
  onValue,
  error,
}: {
  label: string;
  hint: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}) {
  return (
    <div class="field-with-act">
      <TextField
        label={label}
        hint={hint}
        required
        minLength={12}
        maxLength={1024}
        autoComplete="new-password"
        spellcheck={false}
        class="mono"
        value={value}
        onValue={onValue}
        error={error}
      />
      <Button onClick={() => onValue(made())}>{t().users.makePassword}</Button>
    </div>
  );
}
