// SPDX-License-Identifier: Apache-2.0
// Measures how smoothly a page scrolls: frames per second, and the processor time of each.
import assert from 'node:assert/strict';

const LEAST = 50; // frames per second
const MOST_WORK = 12; // ms of processor time per frame, which leaves room for fifty
const TURNS = 3;

// For a second and a half, while every frame scrolls the page by that many pixels.
const framesWhileScrolling = (page, pixels) =>
  page.evaluate(
    (by) =>
      new Promise((resolve) => {
        let first = 0;
        let frames = 0;
        const step = (now) => {
          first ||= now;
          frames += 1;
          if (now - first >= 1500) return resolve((frames - 1) / ((now - first) / 1000));
          if (by > 0) scrollBy(0, by);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    pixels,
  );

// A machine with other load gives any page fewer frames; then the processor time per frame counts.
export async function assertSmooth(page, what) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  let best = 0;
  let least = Infinity;
  for (let turn = 0; turn < TURNS && best < LEAST; turn += 1) {
    const before = await busy();
    const rate = await framesWhileScrolling(page, 90);
    least = Math.min(least, (((await busy()) - before) * 1000) / (rate * 1.5));
    best = Math.max(best, rate);
  }
  const atRest = best < LEAST ? await framesWhileScrolling(page, 0) : 60;
  console.log(
    `         ${what}: ${best.toFixed(1)} frames a second, ${least.toFixed(1)} ms of the processor each; ${atRest.toFixed(1)} at rest`,
  );
  assert.ok(
    best >= LEAST || (atRest < 57 && least <= MOST_WORK),
    `${what}: ${best} frames a second, ${least} ms each, ${atRest} at rest`,
  );
  assert.ok((await page.locator('tbody tr').count()) < 70, 'few rows are drawn');
}
