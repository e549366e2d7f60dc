// SPDX-License-Identifier: Apache-2.0
// How long a new API token is accepted.
import { Select } from '../../design/controls.tsx';
import { t } from '../../strings/words.ts';

export type TokenLife = '30' | '90' | '365' | 'never'; // days

/** The member of the request that asks for it. */
export const expiryOf = (life: TokenLife) => (life === 'never' ? {} : { expiresInDays: Number(life) });

export function TokenLifeSelect({
  lives,
  value,
  onValue,
  error,
}: {
  lives: readonly TokenLife[];
  value: TokenLife;
  onValue: (value: TokenLife) => void;
  error?: string | undefined;
}) {
  const words = t().settings.tokens;
  return (
    <Select
      label={words.lasts}
      value={value}
      onValue={onValue}
      error={error}
      choices={lives.map((one) => ({ value: one, label: one === 'never' ? words.noEnd : words.days(Number(one)) }))}
    />
  );
}
