// SPDX-License-Identifier: Apache-2.0
// The list of people in the admin console.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { journey } from '../journey.mjs';

journey('people are listed, filtered and found', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  await at.open('/admin/users');
  const own = page.getByRole('row', { name: /\(you\)/ });
  await own.getByText('Administrator', { exact: true }).waitFor();
  await at.look('admin-users');
  await page.getByRole('button', { name: 'Viewer', exact: true }).click();
  await own.waitFor({ state: 'detached' });
  assert.match(page.url(), /\/admin\/users\?show=VIEWER$/);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find by name or address' }).fill(at.user('ADMIN').email);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await own.waitFor();
});

journey(
  'a person is added, signs in, gets another role, is disabled and can no longer sign in',
  { as: 'ADMIN', complaints: [/status of 400/, /status of 409/] },
  async (at) => {
    const { page } = at;
    const email = `noor-${randomBytes(4).toString('hex')}@tarnholt.example`;
    // In a separate browser, since this one has the administrator's cookie.
    const theirs = await page.context().browser().newContext();
    const signIn = (password) =>
      theirs.request.post(`${at.stack.baseUrl}/api/auth/login`, {
        data: { email, password },
        headers: { 'X-Requested-With': 'assay' },
      });
    await at.open('/admin/users');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('E-mail').fill(at.user('MEMBER').email);
    await dialog.getByLabel('Name').fill('Noor Haddad');
    await dialog.getByLabel('Role').selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Make one' }).click();
    const password = await dialog.getByLabel('First password').inputValue();
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await dialog.getByRole('alert').waitFor(); // the address is taken
    await at.glance('admin-user-new');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await at.heading('Noor Haddad');
    await page.getByText('Nobody has signed in with this account yet.').waitFor();

    const there = await theirs.newPage();
    await at.watch(there);
    await there.goto(`${at.stack.baseUrl}/cm/evidence`);
    await there.getByLabel('E-mail').fill(email);
    await there.getByLabel('Password').fill(password);
    await there.getByRole('button', { name: 'Sign in', exact: true }).click();
    await there.getByRole('heading', { level: 1, name: 'Evidence' }).waitFor();
    await there.close();

    at.stack.sql('DELETE FROM login_failure'); // those of other journeys, from the same address
    assert.equal((await signIn('not theirs')).status(), 401);
    await page.reload();
    await page.getByRole('table', { name: 'Sign-ins' }).getByText('Signed in').waitFor();
    await page.getByRole('table', { name: 'Sign-ins' }).getByText('Refused').waitFor();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Member');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('The changes are saved.').first().waitFor();
    await at.look('admin-user');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page
      .getByRole('dialog', { name: 'Disable Noor Haddad' })
      .getByText(/can no longer sign in/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    assert.equal((await signIn(password)).status(), 401);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Set a new password' }).click();
    const reset = page.getByRole('dialog', { name: 'Set a new password' });
    await reset.getByRole('button', { name: 'Make one' }).click();
    const second = await reset.getByLabel('New password').inputValue();
    await reset.getByRole('button', { name: 'Set the password' }).click();
    await reset.waitFor({ state: 'detached' });
    assert.notEqual(second, password);
    assert.equal((await signIn(second)).status(), 200);
    await theirs.close();
    at.stack.sql('DELETE FROM login_failure');

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await at.heading('Users');
    await page.getByRole('searchbox', { name: 'Find by name or address' }).fill(email);
    await page.getByText('Nobody matches').waitFor();
  },
);

journey('one’s own account and those above are not changed', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  const users = (await at.api('GET', '/api/admin/users?limit=200')).users;
  const idOf = (email) => users.find((one) => one.email === email).id;
  await at.open(`/admin/users/${idOf(at.user('ADMIN').email)}`);
  await page.getByText('This is you. Your password is changed in the settings.').waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Role' }).isDisabled(), true);
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
  await at.open(`/admin/users/${idOf(at.user('SUPER_ADMIN').email)}`);
  await page.getByText(/This person’s role is above yours/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save the changes' }).isDisabled(), true);
  await at.glance('admin-user-above');
});

journey('a person’s API tokens are seen and ended', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  const {
    users: [own],
  } = await at.api('GET', `/api/admin/users?q=${encodeURIComponent(at.user('ADMIN').email)}`);
  const name = `nightly <u>${randomBytes(4).toString('hex')}</u>`;
  await at.api('POST', '/api/tokens', { name, role: 'VIEWER', expiresInDays: 30 });
  await at.open(`/admin/users/${own.id}`);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByText('Never').waitFor();
  await row.getByRole('button', { name: /^Revoke token/ }).click();
  await page
    .getByRole('dialog', { name: `Revoke the token ${name}` })
    .getByRole('button', { name: 'Revoke token' })
    .click();
  await row.waitFor({ state: 'detached' });
});

journey('a viewer is told that no part of the administration is theirs', { as: 'VIEWER' }, async (at) => {
  const asked = [];
  at.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['packs', 'packs/import', 'bindings', 'corpora', 'users', 'tenants']) {
    await at.open(`/admin/${path}`);
    await at.heading('You may not see this');
  }
  assert.deepEqual(
    asked.filter((one) => one.startsWith('/api/admin/')),
    [],
    'nothing is even asked for',
  );
});
