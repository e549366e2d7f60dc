// SPDX-License-Identifier: Apache-2.0
// Signing in and out, and a session that ends.
import assert from 'node:assert/strict';
import { freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

async function fillIn({ page }, { email, password }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

for (const [role, path, title] of [
  ['VIEWER', '/cm/', 'Evidence'],
  ['MEMBER', '/cm/', 'Evidence'],
  ['ADMIN', '/admin/users', 'Users'],
  ['SUPER_ADMIN', '/admin/users', 'Users'],
]) {
  journey(`sign in and out as ${role}`, {}, async (at) => {
    const { page } = at;
    const user = at.user(role);
    await at.open(path);
    await at.heading('Sign in');
    if (role === 'VIEWER') await at.look('sign-in');
    await fillIn(at, user);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    if (path === '/admin/users') await at.heading(title);
    await page.getByText(user.tenantName, { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.cookie), '', 'no script sees a cookie of ours');
    assert.equal(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }).includes('eyJ')),
      false,
    );
    await page.reload(); // the cookie continues the session
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await at.heading('Sign in');
    await page.reload();
    await at.heading('Sign in');
  });
}

journey('signing out ends the other tabs at once, and somebody else begins afresh', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  await at.open('/cm/evidence');
  await at.heading('Evidence');
  const other = await page.context().newPage();
  await at.watch(other);
  await other.goto(`${at.stack.baseUrl}/admin/users`);
  await other.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await at.heading('Sign in');
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ timeout: 2000 });
  assert.equal(await other.getByText(tenant.user('ADMIN').email).count(), 0, 'nothing of the person stays');

  // When another person signs in, the page drops what it still holds of the previous person.
  await page.evaluate(() => {
    window.left = 'behind';
  });
  await fillIn(at, tenant.user('MEMBER'));
  await page.waitForFunction(() => window.left === undefined && document.querySelector('nav.side') !== null);
});

journey(
  'a wrong password is said, and the right one then works',
  { complaints: [/status of 401 .*\/api\/auth\/login/] },
  async (at) => {
    const { page } = at;
    const user = (await freshTenant(at)).user('ADMIN'); // no other sign-ins count against this one
    await at.open('/cm/evidence');
    await fillIn(at, { ...user, password: 'not it' });
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await at.glance('sign-in-refused');
    await fillIn(at, user);
    await at.heading('Evidence');
  },
);

journey(
  'who is known in several organisations chooses one',
  { complaints: [/status of 400 .*\/api\/auth\/login/] },
  async (at) => {
    const { page } = at;
    const user = at.user('MEMBER', 1);
    let asked = 0;
    await page.route('**/api/auth/login', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      return route.fulfill({
        status: 400,
        json: {
          error: 'VALIDATION_ERROR',
          message: 'Choose a tenant.',
          details: { tenants: at.stack.demo.tenants.toReversed().map(({ id, name }) => ({ id, name })) },
        },
      });
    });
    await at.open('/cm/evidence');
    await fillIn(at, user);
    const choice = page.getByLabel('Organisation');
    await choice.waitFor();
    await at.glance('sign-in-organisation');
    await choice.selectOption(user.tenantName);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(user.tenantName, { exact: true }).waitFor();
  },
);

journey('a session that ended returns to the same place', { complaints: [/status of 401/] }, async (at) => {
  const { page } = at;
  const user = (await freshTenant(at)).user('MEMBER');
  await at.signInAs(user);
  await at.open('/cm/evidence?q=policy');
  await at.heading('Evidence');
  await page.getByRole('searchbox', { name: 'Find by file name' }).waitFor();
  // From here on the access token and the cookie are refused, until somebody signs in.
  at.stack.endSessions(user.email);
  let ended = true;
  await page.route('**/api/documents?**', (route) =>
    ended
      ? route.fulfill({ status: 401, json: { error: 'UNAUTHORIZED', message: 'The session has ended.' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await at.glance('session-expired');
  assert.equal(await dialog.getByLabel('E-mail').inputValue(), user.email);
  assert.equal(await page.getByText('No document matches').count(), 0);
  ended = false;
  const came = page.waitForResponse((one) => one.url().includes('status=FAILED') && one.status() === 200);
  await dialog.getByLabel('Password').fill(user.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await came; // the original request
  await page.getByText('No document matches').waitFor();
  assert.match(page.url(), /\/cm\/evidence\?q=policy&status=failed$/);
});
