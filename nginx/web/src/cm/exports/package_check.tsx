// SPDX-License-Identifier: Apache-2.0
// Explains how the recipient of an evidence package verifies that nothing in it was changed.
import { Card } from '../../design/card.tsx';
import { Id } from '../../design/inline.tsx';
import { t } from '../../strings/words.ts';

const COMMANDS = {
  file: 'sha256sum package.zip',
  all: 'sha256sum -c SHA256SUMS',
  snapshot: 'sha256sum snapshot.json',
} as const;

export function PackageCheck() {
  const words = t().exports.check;
  return (
    <Card title={words.title} meta={words.who}>
      <ol class="bullets check-steps">
        {(['file', 'all', 'snapshot'] as const).map((step) => (
          <li key={step}>
            <p>{words[step]}</p>
            <p class="command">
              <Id value={COMMANDS[step]} whole />
            </p>
          </li>
        ))}
      </ol>
      <p class="small second">{words.also}</p>
    </Card>
  );
}
