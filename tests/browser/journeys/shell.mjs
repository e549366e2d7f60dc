// SPDX-License-Identifier: Apache-2.0
// The frame of all views: addresses, navigation, keyboard, appearance, language, an unavailable service.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

const styleOf = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

journey('a deep link leads to its view, its filters and its title', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/evidence?status=ready');
  await at.heading('Evidence');
  assert.equal(await page.getByRole('button', { name: /^Ready/ }).getAttribute('aria-pressed'), 'true');
  assert.equal(await page.title(), 'Evidence · Assay');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
});

journey('an address without a view says so', { as: 'VIEWER' }, async (at) => {
  await at.open('/cm/nothing/of.the/kind');
  await at.heading('There is nothing here');
  await at.glance('not-found');
  await at.page.getByRole('link', { name: 'Go to the first page' }).click();
  await at.page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]').waitFor();
});

journey('a viewer is told that the admin console is not theirs', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/admin/users');
  await at.heading('You may not see this');
  await at.glance('forbidden');
  assert.equal(await page.getByRole('navigation', { name: 'Views' }).count(), 0);
  await page.getByRole('link', { name: 'Go to the evidence portal' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
});

journey('the keyboard goes everywhere, and its list says how', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  await at.open('/admin/settings');
  await at.heading('Settings');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard' });
  await list.getByText('Go to Users').waitFor();
  await at.look('keyboard');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1', 'the dialog gives the focus back');
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await at.heading('Users');
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search');
  await page.keyboard.type('g u ?'); // typed text, not shortcuts
  assert.equal(await list.count(), 0);
  await page.evaluate(() => document.activeElement?.blur());

  // When switched off, single keys do nothing; the list still opens.
  await page.keyboard.press('?');
  await list.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  await at.heading('Settings');
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.waitForTimeout(300);
  await at.heading('Settings');
});

journey('the menu works with the keyboard alone', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  await at.open('/cm/settings');
  await at.heading('Settings');
  await at.look('settings');
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await at.glance('account-menu');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Settings');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Sign out');
  await page.keyboard.press('Escape');
  assert.equal(await account.evaluate((one) => one === document.activeElement), true);
});

journey('light and dark follow the system until one is chosen', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/settings');
  await at.heading('Settings');
  const light = await styleOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await styleOf(page);
  assert.notEqual(light, dark);
  await page.getByLabel('Appearance').selectOption('Light');
  assert.equal(await styleOf(page), light);
  await page.reload();
  await at.heading('Settings');
  assert.equal(await styleOf(page), light);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await styleOf(page), dark);
});

journey('another language is spoken at once and stays', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/evidence');
  await at.heading('Evidence');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await at.heading('Nachweise');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await page.reload();
  await at.heading('Nachweise');
  await at.glance('evidence-german');
});

journey(
  'the service goes away and comes back',
  { as: 'VIEWER', complaints: [/Failed to load resource/] },
  async (at) => {
    const { page } = at;
    await at.open('/cm/evidence');
    await page.getByRole('table').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /^Failed \d/ }).click();
    await page.getByText('The service cannot be reached. What you see may be out of date.').first().waitFor();
    await page.waitForTimeout(300);
    assert.equal(await page.locator('main .skeleton').count(), 0, 'what cannot be had is not waited for');
    await at.glance('unreachable');
    await page.context().setOffline(false);
    await page.getByText('No document matches').waitFor(); // without another prompt
    assert.equal(await page.locator('.banner').count(), 0);
  },
);
