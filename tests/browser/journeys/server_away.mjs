// SPDX-License-Identifier: Apache-2.0
// The service goes away while somebody is working, and comes back: what they see, and what of their
// work is kept. Runs alone: the service goes away for everybody.
import assert from 'node:assert/strict';
import { judgedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const judged = judgedTenant();
const GONE = 'The service cannot be reached. What you see may be out of date.';

journey(
  'the web server ends and begins again',
  {
    alone: true,
    complaints: [/ERR_CONNECTION_REFUSED/, /ERR_EMPTY_RESPONSE/, /ERR_CONNECTION_RESET/, /ERR_SOCKET_NOT_CONNECTED/],
  },
  async (at) => {
    const { page } = at;
    await judged(at, 'MEMBER');
    await at.open('/cm/tasks');
    const column = (name) => page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) });
    const title = column('To do').locator('[data-task]').first();
    const id = await title.getAttribute('data-task');
    const mine = (where) => where.locator(`[data-task="${id}"]`);
    at.stack.stopServer();
    try {
      await title.focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByText(GONE).first().waitFor();
      await mine(column('To do')).waitFor(); // not moved: the server did not receive it
      await at.glance('server-away');
      // A view that has not been opened yet.
      await page.getByRole('link', { name: /^Exports/ }).click();
      await page.getByText('This part of the page could not be loaded').waitFor();
      await page.goBack();
    } finally {
      at.stack.startServer();
    }
    await page.getByRole('status').getByText('The service is back.').waitFor({ state: 'attached' });
    await page.getByText(GONE).waitFor({ state: 'detached' });
    await mine(column('To do')).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await mine(column('In progress')).waitFor();
    await page.getByRole('link', { name: /^Exports/ }).click();
    await at.heading('Exports');
  },
);

journey(
  'nothing answers behind the web server, also at the first load',
  { alone: true, complaints: [/status of 50[234]/] },
  async (at) => {
    const { page } = at;
    await judged(at, 'VIEWER');
    await at.open('/cm/overview');
    await page.getByRole('region', { name: 'Coverage' }).waitFor();
    const bring = at.stack.hideApi();
    try {
      await page.getByRole('link', { name: /^Requirements/ }).click();
      await page.getByText(GONE).first().waitFor();
      await at.glance('api-away');
      await page.reload();
      await at.heading('The service is unavailable');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await at.glance('api-away-at-first');
    } finally {
      bring();
    }
    await at.heading('Requirements'); // without a prompt
    await page.getByRole('button', { name: /^1 Governance and risk/ }).waitFor();
    assert.match(page.url(), /\/cm\/requirements$/);
  },
);
