// SPDX-License-Identifier: Apache-2.0
// Tenants, and acting for another one, for a SUPER_ADMIN while the installation allows it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

journey(
  'a tenant is added, acted for with a mark in sight, and left again',
  { as: 'SUPER_ADMIN', complaints: [/status of 409/] },
  async (at) => {
    const { page } = at;
    const own = at.user('SUPER_ADMIN').tenantName;
    const name = `Ferrant & Söhne ${randomBytes(4).toString('hex')}`;
    await at.open('/admin/tenants');
    await page.getByText(/ organisations in this installation$/).waitFor();
    await at.look('admin-tenants');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // the oldest are last
    await page.getByRole('row', { name: /\(your own\)/ }).waitFor();
    await page.getByRole('button', { name: 'Add a tenant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a tenant' });
    await dialog.getByLabel('Name', { exact: true }).fill(own);
    await dialog.getByLabel('E-mail').fill(`kim-${randomBytes(4).toString('hex')}@ferrant.example`);
    await dialog.getByLabel('Name of the administrator').fill('Kim');
    await dialog.getByRole('button', { name: 'Make one' }).click();
    assert.ok((await dialog.getByLabel('First password').inputValue()).length >= 12);
    await dialog.getByRole('button', { name: 'Add a tenant' }).click();
    await dialog.getByRole('alert').waitFor(); // the name is taken
    await at.glance('admin-tenant-new');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Add a tenant' }).click();
    await at.heading(name);
    const holds = page.getByRole('region', { name: 'What it holds' });
    await holds.getByText('1', { exact: true }).first().waitFor(); // its administrator
    await at.look('admin-tenant');

    await page.getByRole('button', { name: 'Act for it' }).click();
    const banner = page.getByRole('region', { name: 'Organisation' });
    await banner.getByText(`You act for ${name}.`).waitFor();
    await page.getByRole('link', { name: 'Users' }).first().click();
    await at.heading('Users');
    await page.getByText('1 person', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Kim/ }).waitFor();
    await at.look('admin-acting');
    await page.reload(); // this tab continues to act
    await banner.getByText(`You act for ${name}.`).waitFor();
    await page.getByRole('row', { name: /Kim/ }).waitFor();
    await banner.getByRole('button', { name: `Back to ${own}` }).click();
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /\(you\)/ }).waitFor();
  },
);

journey('the switch in the top bar finds a tenant by name', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const [own, other] = at.stack.demo.tenants;
  await at.open('/admin/users');
  await page.getByRole('row', { name: /\(you\)/ }).waitFor();
  const chip = page.getByRole('button', { name: `Organisation: ${own.name}. Act for another` });
  await chip.click();
  const dialog = page.getByRole('dialog', { name: 'Act for an organisation' });
  await dialog.getByRole('button', { name: other.name }).waitFor();
  await at.look('tenant-switch');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await chip.evaluate((one) => one === document.activeElement), true, 'the dialog gives the focus back');
  await chip.click();
  await dialog.getByLabel('Find by name').fill(other.name.slice(0, 5).toLowerCase());
  await dialog.getByRole('button', { name: own.name }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: other.name }).click();
  await page.getByText(`You act for ${other.name}.`).first().waitFor();
  await page.getByRole('row', { name: at.user('ADMIN', 1).email }).waitFor();
  assert.equal(await page.getByRole('row', { name: /\(you\)/ }).count(), 0);
});

journey(
  'a tenant is renamed, unless somebody was quicker',
  { as: 'SUPER_ADMIN', complaints: [/status of 409/] },
  async (at) => {
    const { page } = at;
    const name = `Renamed ${randomBytes(4).toString('hex')}`;
    const { tenant } = await at.api('POST', '/api/admin/tenants', { name });
    await at.open(`/admin/tenants/${tenant.id}`);
    await at.heading(name);
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.fill(`${name} A`);
    await at.api('PATCH', `/api/admin/tenants/${tenant.id}`, { name: `${name} B` });
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('alert').getByText('Somebody else changed this after you opened it.').waitFor();
    await page.getByRole('button', { name: 'Load the current version' }).click();
    await at.heading(`${name} B`);
    await field.fill(`${name} C`);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await at.heading(`${name} C`);
  },
);

journey('a tenant that leaves is exported and erased by the commands that its page gives', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at, { called: "Quinn's Clinic" });
  await at.signInAs(tenant.user('ADMIN'));
  const { legalHold } = await at.api('POST', '/api/admin/legal-holds', { reason: 'Court order 7/26' });
  await at.signInByCookie('SUPER_ADMIN');
  await at.open(`/admin/tenants/${tenant.id}`);
  const leaving = page.getByRole('region', { name: 'When it leaves' });
  await leaving.getByText('A legal hold forbids erasing it:').waitFor();
  await leaving.getByText('Court order 7/26').waitFor();
  await at.look('admin-tenant-leaving');
  await at.signInAs(tenant.user('ADMIN'));
  await at.api('POST', `/api/admin/legal-holds/${legalHold.id}/release`);
  await at.signInByCookie('SUPER_ADMIN');
  await page.reload();
  const given = async (word) => {
    await leaving.getByRole('button', { name: `assayctl tenant ${word}` }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const folder = mkdtempSync(join(tmpdir(), 'assay-leaving-'));
  // As a shell reads the command that was copied.
  const words = (command) =>
    execFileSync('sh', ['-c', `set -- ${command}; printf '%s\\n' "$@"`], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(2);
  await at.stack.ctl(words((await given('export')).replace('FOLDER', join(folder, 'export'))));
  assert.ok(existsSync(join(folder, 'export', 'SHA256SUMS')));
  rmSync(folder, { recursive: true });
  await at.stack.ctl(words(await given('erase')));
  assert.deepEqual(at.stack.sql(`SELECT id FROM tenant WHERE id = '${tenant.id}'`), []);
});

journey('an administrator sees no switch and no tenants', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  await at.open('/admin/users');
  await page.getByRole('row', { name: /\(you\)/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Organisation:/ }).count(), 0);
  assert.equal(await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Tenants' }).count(), 0);
  await at.open('/admin/tenants');
  await at.heading('You may not see this');
  await page.getByText('It needs the role Super administrator; yours is Administrator.').waitFor();
});

journey('with the mode off a SUPER_ADMIN is told so', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  await page.route('**/api/auth/refresh', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, user: { ...body.user, mayCrossTenants: false } } });
  });
  await at.open('/admin/tenants');
  await at.heading('You may not see this');
  await page.getByText(/switched off in this installation \(SUPER_ADMIN_MODE\)/).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Organisation:/ }).count(), 0);
});
