// SPDX-License-Identifier: Apache-2.0
// Scrolls a long list: few of its rows are drawn, and a frame takes little time.
import assert from 'node:assert/strict';
import { atMost, measuring } from './speed.mjs';

const FRAME = 1000 / 50; // ms, fifty a second
const TURNS = measuring ? 3 : 1; // other load slows the machine, so the best counts

// ms from one frame to the next, while every frame scrolls the page by that many pixels for a second and a half.
const frameWhileScrolling = (page, pixels) =>
  page.evaluate(
    (by) =>
      new Promise((resolve) => {
        let first = 0;
        let frames = 0;
        const step = (now) => {
          first ||= now;
          if (now - first >= 1500) return resolve((now - first) / frames);
          frames += 1;
          scrollBy(0, by);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    pixels,
  );

export async function scrollsSmoothly(page, what) {
  let best = Infinity;
  for (let turn = 0; turn < TURNS; turn += 1) best = Math.min(best, await frameWhileScrolling(page, 90));
  atMost(FRAME, best, 'ms', `a frame of ${what}`);
  assert.ok((await page.evaluate(() => scrollY)) > 1000, 'the page scrolls');
  assert.ok((await page.locator('tbody tr').count()) < 70, 'few rows are drawn');
}
