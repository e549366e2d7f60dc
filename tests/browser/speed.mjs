// SPDX-License-Identifier: Apache-2.0
// Limits of speed. `./assay bench web` runs the journeys that have one by themselves and holds the limits; a test takes
// the same steps on a machine that may be busy, and only prints what it measured.
import assert from 'node:assert/strict';

export const measuring = process.env.ASSAY_BROWSER_SPEED === '1';

// Prints the figure beside its limit; unit: what both count, such as "ms".
export function atMost(limit, figure, unit, what) {
  console.log(
    `         ${what}: ${figure.toFixed(1)} ${unit}, goal ${limit} ${unit}, ratio ${(figure / limit).toFixed(2)}`,
  );
  if (measuring) assert.ok(figure <= limit, `${what}: ${figure} ${unit}, goal ${limit}`);
}
