// SPDX-License-Identifier: Apache-2.0
// The list of people in the admin console.
import assert from 'node:assert/strict';
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
