// SPDX-License-Identifier: Apache-2.0
// How soon a page is usable on a processor four times slower: from the start of the navigation until the
// page's main control responds. That is: the control is in the page, the frame with it is painted, and a
// task queued after that frame has run. Text typed or keys pressed after that must arrive.
import assert from 'node:assert/strict';
import { sharedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { atMost, measuring } from '../speed.mjs';

const SLOWER = 4;
const SETTLED = 700; // ms
const GOAL = 1000; // ms
const TURNS = measuring ? [3, 9] : [1, 1]; // minimum, and maximum while the goal is missed: the best counts

// Milliseconds until the control that the selector names responds, the best of several navigations.
async function untilAnswers(at, path, selector, use) {
  const { page } = at;
  await page.addInitScript((control) => {
    window.answersAt = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(control)) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        requestAnimationFrame(() => port2.postMessage(null)); // after this frame is painted
      };
      look();
    });
  }, selector);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const best = { first: Infinity, again: Infinity }; // with an empty cache; with a warm one
  const slow = () => best.first > GOAL || best.again > GOAL;
  for (let turn = 0; turn < TURNS[0] || (turn < TURNS[1] && slow()); turn += 1) {
    for (const time of ['first', 'again']) {
      if (time === 'first') await session.send('Network.clearBrowserCache');
      await at.open(path);
      await page.waitForTimeout(SETTLED); // polling would load the processor too
      best[time] = Math.min(best[time], await page.evaluate(() => window.answersAt));
      await use();
    }
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const where = `on a processor ${SLOWER} times slower`;
  atMost(GOAL, best.first, 'ms', `${path} answers ${where}`);
  atMost(GOAL, best.again, 'ms', `${path} answers ${where}, with its files kept`);
}

journey('the sign-in page answers on a slow processor', { speed: true }, async (at) => {
  const field = at.page.getByLabel('E-mail');
  await untilAnswers(at, '/cm/', 'input[type=email]', async () => {
    await at.page.keyboard.type('me'); // the field has the focus
    assert.equal(await field.inputValue(), 'me');
  });
});

journey('the overview of somebody signed in answers on a slow processor', { speed: true }, async (at) => {
  const { page } = at;
  await sharedTenant(at, 'MEMBER');
  await untilAnswers(at, '/cm/overview', 'main a.button.primary', async () => {
    await page.getByRole('link', { name: 'Start run' }).press('Enter');
    await page.getByRole('dialog').waitFor();
  });
});
