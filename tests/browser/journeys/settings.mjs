// SPDX-License-Identifier: Apache-2.0
// Settings: what to be told by e-mail, changing your own password, and API tokens from creation to revocation.
import assert from 'node:assert/strict';
import { freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

journey('each kind of e-mail is chosen, and the choice is kept', { complaints: [/status of 500/] }, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('VIEWER'));
  await at.open('/cm/settings');
  const kind = (name) => page.getByRole('switch', { name });
  await page.getByText('This installation has no mail server yet').waitFor();
  for (const name of ['Tasks assigned to me', 'My runs', 'Weekly digest']) {
    assert.equal(await kind(name).getAttribute('aria-checked'), 'true', name);
  }
  await kind('Weekly digest').click();
  await page.getByRole('status').getByText('Your choice is saved.').waitFor({ state: 'attached' });
  assert.equal(await kind('Weekly digest').getAttribute('aria-checked'), 'false');
  const chosen = { emailAvailable: false, taskAssigned: true, runEnded: true, weeklyDigest: false };
  assert.deepEqual(await at.api('GET', '/api/me/notifications'), chosen);
  await at.look('settings-email');
  await page.reload();
  await kind('My runs').click();
  await page.getByRole('status').getByText('Your choice is saved.').waitFor({ state: 'attached' });
  assert.deepEqual(await at.api('GET', '/api/me/notifications'), { ...chosen, runEnded: false });

  // What could not be kept is not shown as kept.
  await page.route('**/api/me/notifications', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { error: 'INTERNAL', message: 'It was not kept.', requestId: 'r-14' } })
      : route.fallback(),
  );
  await kind('My runs').click();
  await page.getByRole('alert').getByText('It was not kept.').waitFor();
  assert.equal(await kind('My runs').getAttribute('aria-checked'), 'false');
});

journey('a token is made, shown once, used, and revoked', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/settings');
  await page.getByText('No token yet.').waitFor();
  await page.getByRole('button', { name: 'Make token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the token').fill('nightly upload');
  assert.deepEqual(
    await dialog.getByLabel('Role').locator('option').allTextContents(),
    ['Viewer', 'Member'],
    'none above the own role',
  );
  await dialog.getByLabel('Role').selectOption('Member');
  await dialog.getByLabel('Valid for').selectOption('30 days');
  await at.glance('token-new');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const made = page.getByRole('dialog', { name: 'Your new token' });
  await made.getByText('shown only once').waitFor();
  await at.glance('token-made');
  await made.getByRole('button', { name: 'Copy token' }).click();
  const value = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(value, /^assay_/);
  await page.keyboard.press('Escape'); // does not close it: the value would be lost
  await made.getByRole('button', { name: 'I have kept it' }).click();
  await made.waitFor({ state: 'detached' });
  assert.equal(await page.getByText(value).count(), 0);

  const use = () =>
    page.evaluate(async (token) => {
      const answer = await fetch('/api/auth/me', { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store' });
      return { status: answer.status, role: (await answer.json()).role };
    }, value);
  assert.deepEqual(await use(), { status: 200, role: 'MEMBER' });
  await page.reload();
  const token = page.getByRole('listitem').filter({ hasText: 'nightly upload' });
  await token.getByText('last used').waitFor();
  await at.look('settings-token');
  await token.getByRole('button', { name: 'Revoke nightly upload' }).click();
  await page.getByRole('dialog', { name: 'Revoke this token?' }).getByRole('button', { name: 'Revoke' }).click();
  await token.waitFor({ state: 'detached' });
  assert.deepEqual((await at.api('GET', '/api/tokens')).tokens, []);
});

journey(
  'a revoked token is refused within a minute',
  { complaints: [/status of 401 .*\/api\/auth\/me/] },
  async (at) => {
    const { page } = at;
    const tenant = await freshTenant(at);
    await at.signInAs(tenant.user('VIEWER'));
    const { token } = await at.api('POST', '/api/tokens', { name: 'short lived', expiresInDays: 1 });
    await at.open('/cm/settings');
    await page.getByRole('button', { name: 'Revoke short lived' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No token yet.').waitFor();
    // It was never used, so no process has cached it.
    const status = await page.evaluate(
      async (value) =>
        (await fetch('/api/auth/me', { headers: { Authorization: `Bearer ${value}` }, cache: 'no-store' })).status,
      token.value,
    );
    assert.equal(status, 401);
  },
);

journey(
  'the password is changed, and the new one signs in',
  { complaints: [/status of 400 .*\/api\/auth\/password/, /status of 401 .*\/api\/auth\/login/] },
  async (at) => {
    const { page } = at;
    const tenant = await freshTenant(at);
    const user = tenant.user('MEMBER');
    await at.signInAs(user);
    await at.open('/cm/settings');
    const fill = async (now, next, again = next) => {
      await page.getByLabel('Current password').fill(now);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('New password again').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    const next = 'four words in a row';
    await fill(user.password, next, 'four words in a raw');
    await page.getByText('The two passwords differ.').waitFor();
    await fill('not the password', next);
    await page.getByText('This is not your current password.').waitFor();
    assert.equal(
      await page.getByLabel('Current password').evaluate((one) => one === document.activeElement),
      true,
      'the field that is wrong has the focus',
    );
    await at.glance('password-refused');
    await fill(user.password, next);
    await page.getByRole('status').getByText('Your password is changed.').waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel('Current password').inputValue(), '');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await at.heading('Sign in');
    const signIn = async (password) => {
      await page.getByLabel('E-mail').fill(user.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn(user.password);
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await signIn(next);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
  },
);
