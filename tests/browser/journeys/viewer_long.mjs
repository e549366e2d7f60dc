// SPDX-License-Identifier: Apache-2.0
// A document that is one page of 872 printed ones, as a DOCX is: it appears at once, and can be read, scrolled
// and left while it renders. Its text replaces a short document's, since reading and embedding that much takes
// the service minutes.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { atMost } from '../speed.mjs';

const GOAL = 2000; // ms that the page may be unresponsive
const HANG = 12_000; // ms: quadratic time takes half a minute

// [kind, text] blocks as the page that the service would return.
function pageOf(parts) {
  let start = 0;
  const blocks = parts.map(([kind, content]) => {
    const end = start + [...content].length;
    const block = { kind, level: kind === 'HEADING' ? 1 : 0, start, end };
    start = end + 1;
    return block;
  });
  return { pageNumber: 1, startOffset: 0, text: parts.map(([, content]) => `${content}\n`).join(''), blocks };
}

const sentence =
  'The owner of each system reviews the rights of its users every quarter and records what was removed from whom.';
const LONG = {
  paragraphs: pageOf(
    Array.from({ length: 872 * 30 }, (_, index) =>
      index % 30 === 0 ? ['HEADING', `Section ${index / 30 + 1}`] : ['PARAGRAPH', `${index}. ${sentence}`],
    ),
  ),
  rows: pageOf(
    Array.from({ length: 20_000 }, (_, index) => [
      'TABLE_ROW',
      `No: ${index}; System: EHR; Reviewer: Kim Osei; Date: 2026-09-04; Result: 😀 nothing to remove`,
    ]),
  ),
};

// The longest time for which the page did not respond, in ms.
const watchDeafness = (page) =>
  page.addInitScript(() => {
    window.deaf = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.deaf = Math.max(window.deaf, now - last);
      last = now;
    }, 20);
  });

for (const [what, long] of Object.entries(LONG)) {
  journey(
    `a document of one long page of ${what} does not hold the page up`,
    { as: 'VIEWER', speed: true },
    async (at) => {
      const { page } = at;
      const {
        documents: [document],
      } = await at.api('GET', '/api/documents?fileType=docx&status=READY&limit=1');
      await page.route('**/pages/1*', (route) => route.fulfill({ json: long }));
      await watchDeafness(page);

      const { start, end } = long.blocks.at(-20);
      await at.open(`/cm/evidence/${document.id}?page=1&start=${start}&end=${end}`);
      await page.locator('mark').first().waitFor();
      const marked = await page.evaluate(() =>
        [...document.querySelectorAll('mark')].map((one) => one.textContent).join(''),
      );
      assert.equal(marked, [...long.text].slice(start, end).join(''));
      const inSight = () =>
        page.evaluate(() => {
          const { top, bottom } = document.querySelector('.viewer-scroll').getBoundingClientRect();
          const mark = document.querySelector('mark').getBoundingClientRect();
          return mark.top >= top - 1 && mark.top < bottom;
        });
      await page.waitForTimeout(300); // the surroundings render
      assert.ok(await inSight(), 'the place is in sight');

      // Scrolls up to the middle and the beginning: blocks render as they come near.
      const scroller = page.locator('.viewer-scroll');
      const middle = await scroller.evaluate((element) => {
        element.scrollTop = element.scrollHeight / 2;
        return element.scrollTop;
      });
      assert.ok(middle > 10_000, `the text has its height from the beginning: ${middle} px are its half`);
      await page.waitForFunction(() => {
        const frame = document.querySelector('.viewer-scroll').getBoundingClientRect();
        return /\d/.test(
          document.elementFromPoint(frame.left + frame.width / 2, frame.top + frame.height / 2)?.textContent ?? '',
        );
      });
      await scroller.evaluate((element) => {
        element.scrollTop = 0;
      });
      await page
        .getByText(what === 'rows' ? 'Kim Osei' : `1. ${sentence}`, { exact: true })
        .first()
        .waitFor();
      const deaf = await page.evaluate(() => window.deaf);
      atMost(GOAL, deaf, 'ms', `longest time without an answer, ${what}`);
      assert.ok(deaf < HANG, `the page did not answer for ${Math.round(deaf)} ms`);
      await at.glance(`viewer-long-${what}`);
      await page.getByRole('link', { name: 'Requirements' }).first().click();
      await at.heading('Requirements');
    },
  );
}
