// SPDX-License-Identifier: Apache-2.0
// Shows what two thresholds mean: the confidence bar with its ticks, and the status of each part.
import { Status } from '../../design/glyph.tsx';
import { fraction } from '../../strings/format.ts';
import { t } from '../words.ts';

export interface Thresholds {
  partial: number;
  complete: number;
}

const at = (value: number) => ({ left: `${value * 100}%` });

// The bar alone, for a row of a list.
export function ThresholdTicks({ partial, complete }: Thresholds) {
  return (
    <div class="confidence">
      <div class="track" role="img" aria-label={t().confidence.from(fraction(partial), fraction(complete))}>
        <div class="mark" style={at(partial)} />
        <div class="mark" style={at(complete)} />
      </div>
      <span class="small second">
        {fraction(partial)} · {fraction(complete)}
      </span>
    </div>
  );
}

// The bar with the status under each part; a part too narrow for the word shows only its glyph.
export function ThresholdBar({ partial, complete }: Thresholds) {
  const parts = [
    ['MISSING', 0, partial],
    ['PARTIAL', partial, complete],
    ['COMPLETE', complete, 1],
  ] as const;
  return (
    <div class="progress">
      <div class="track" aria-hidden="true">
        <div class="mark" style={at(partial)} />
        <div class="mark" style={at(complete)} />
      </div>
      <div class="threshold-parts">
        {parts.map(
          ([status, from, to]) =>
            to > from && (
              <div style={{ width: `${(to - from) * 100}%` }}>
                <Status status={status} form={to - from < 0.17 ? 'glyph' : 'plain'} />
              </div>
            ),
        )}
      </div>
    </div>
  );
}
