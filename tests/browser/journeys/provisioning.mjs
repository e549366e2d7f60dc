// SPDX-License-Identifier: Apache-2.0
// The identity provider in the admin console: the address, a token that opens SCIM and nothing else, and its end.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { journey } from '../journey.mjs';

journey('a token for an identity provider is made, opens SCIM and is revoked', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  const name = `Okta ${randomBytes(4).toString('hex')}`;
  await at.open('/admin/users');
  await page.getByRole('button', { name: 'Identity provider' }).click();
  await at.heading('Identity provider');
  const address = await page.getByLabel('Base address of SCIM').inputValue();
  assert.equal(address, `${new URL(page.url()).origin}/api/scim/v2`);

  await page.getByRole('button', { name: 'Make token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token for an identity provider' });
  await dialog.getByLabel('Name of the token').fill(name);
  await at.glance('admin-provisioning-new');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const made = page.getByRole('dialog', { name: 'Your new token' });
  const token = await made.getByLabel('Token', { exact: true }).inputValue();
  await made.getByRole('button', { name: 'I have kept it' }).click();
  const row = page.getByRole('table', { name: 'Tokens of identity providers' }).getByRole('row', { name });
  await row.getByText('Never', { exact: true }).waitFor();
  await row.getByText(at.user('ADMIN').email).waitFor();
  await at.look('admin-provisioning');

  const provider = await page
    .context()
    .browser()
    .newContext({ extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
  const get = async (path) => (await provider.request.get(`${at.stack.baseUrl}${path}`)).status();
  assert.equal(await get('/api/scim/v2/Users'), 200);
  assert.equal(await get('/api/admin/users'), 403);
  await row.getByRole('button', { name: `Revoke token: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal(await get('/api/scim/v2/Users'), 401);
  await provider.close();
});
