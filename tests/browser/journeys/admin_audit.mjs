// SPDX-License-Identifier: Apache-2.0
// The audit log in the admin console: filters, live tail, one entry, the chain's verdict, export.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { sampleRun } from '../sample_run.mjs';

const table = (page) => page.getByRole('table', { name: 'Entries of the audit log, newest first' });

// Makes a tenant to whose log nothing else is written. Returns its administrator, who is signed in.
let made = null;
async function asAdministrator(at) {
  made ??= freshTenant(at);
  const administrator = (await made).user('ADMIN');
  await at.signInAs(administrator);
  return administrator;
}

// Makes a new person and changes their role: an entry with a before and an after.
async function promoted(at) {
  const { user } = await at.api('POST', '/api/admin/users', {
    email: `${crypto.randomUUID().slice(0, 8)}@new.example`,
    displayName: 'Somebody new',
    role: 'VIEWER',
    password: crypto.randomUUID(),
  });
  await at.api('PATCH', `/api/admin/users/${user.id}`, { role: 'MEMBER' });
  return user;
}

journey('the audit log is filtered, and a reload keeps the filter', {}, async (at) => {
  const { page } = at;
  const { email } = await asAdministrator(at);
  await at.open('/admin/audit');
  await at.heading('Audit log');
  await table(page).getByRole('button', { name: 'Signed in', exact: true }).first().waitFor();
  await at.look('admin-audit');
  await page.getByLabel('Action').selectOption('auth.login');
  await page.getByRole('searchbox', { name: 'Actor (e-mail)' }).fill(email);
  const day = new Date().toLocaleDateString('sv-SE');
  await page.getByLabel('From').fill(day);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('tbody th button')].every((cell) => cell.textContent === 'Signed in'),
  );
  await page.waitForURL(/actor=/);
  const before = page.url();
  await page.reload();
  await table(page).getByRole('button', { name: 'Signed in', exact: true }).first().waitFor();
  assert.equal(page.url(), before);
  assert.equal(await page.getByLabel('Action').inputValue(), 'auth.login');
  assert.equal(await page.getByRole('searchbox', { name: 'Actor (e-mail)' }).inputValue(), email);
  assert.equal(await page.getByLabel('From').inputValue(), day);
  assert.equal(await table(page).locator('tbody th button').filter({ hasNotText: 'Signed in' }).count(), 0);
  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('Until').fill('2001-01-02');
  await page.getByText('No entry matches').waitFor();
  await at.glance('admin-audit-no-match');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await table(page).waitFor();
  assert.match(page.url(), /\/admin\/audit$/);
});

journey('what only looked is shown where somebody asks for it', {}, async (at) => {
  const { page } = at;
  await asAdministrator(at);
  await at.api('GET', '/api/admin/audit-logs?limit=1');
  await at.open('/admin/audit');
  await table(page).getByRole('button', { name: 'Signed in', exact: true }).first().waitFor();
  const looks = table(page).getByRole('button', { name: 'Read the audit log', exact: true });
  assert.equal(await looks.count(), 0);
  await page.getByRole('checkbox', { name: 'Show reads' }).check();
  await looks.first().waitFor();
  assert.match(page.url(), /reads=on/);
  await page.getByRole('checkbox', { name: 'Show reads' }).uncheck();
  await looks.first().waitFor({ state: 'detached' });
  await page.getByLabel('Action').selectOption('audit.read'); // includes these entries
  await looks.first().waitFor();
});

journey('the log is told in words', {}, async (at) => {
  const { page } = at;
  await asAdministrator(at);
  await at.api('GET', '/api/admin/audit-logs?limit=1');
  await at.open('/admin/audit');
  await table(page).getByRole('button', { name: 'Signed in', exact: true }).first().waitFor();
  const shown = async () => table(page).locator('tbody th button').allInnerTexts();
  assert.deepEqual(
    (await shown()).filter((action) => /^[a-z_]+\.[a-z_.]+$/.test(action)),
    [],
    'no code stands for an action',
  );
  await table(page).getByRole('button', { name: 'Signed in', exact: true }).first().click();
  const entry = page.getByRole('dialog');
  await entry.getByText('auth.login', { exact: true }).waitFor(); // shows the code as well
});

journey('the log is followed live, and held still on demand', {}, async (at) => {
  const { page } = at;
  await asAdministrator(at);
  await at.open('/admin/audit?action=user.role');
  await page.getByText('New entries appear as they are made.').waitFor();
  let asked = 0;
  page.on('request', (request) => {
    asked += request.url().includes('/api/') ? 1 : 0;
  });
  const user = await promoted(at);
  await page.getByText('1 new entry').waitFor();
  await table(page)
    .getByRole('row', { name: new RegExp(`Changed a person’s role.*${user.id.slice(-4)}`) })
    .waitFor();
  await page.getByRole('switch', { name: 'Live' }).click();
  await page
    .getByText(/^Paused\./)
    .or(page.getByText('1 new entry'))
    .first()
    .waitFor();
  assert.match(page.url(), /live=off/);
  const other = await promoted(at);
  asked = 0;
  await page.waitForTimeout(2000);
  assert.equal(asked, 0, 'nothing is asked while paused');
  assert.equal(await page.getByRole('row', { name: new RegExp(other.id.slice(-4)) }).count(), 0);
  await page.getByRole('switch', { name: 'Live' }).click();
  await table(page)
    .getByRole('row', { name: new RegExp(`Changed a person’s role.*${other.id.slice(-4)}`) })
    .waitFor();
});

journey('an entry tells what changed from what to what', {}, async (at) => {
  const { page } = at;
  const { email } = await asAdministrator(at);
  const user = await promoted(at);
  await at.open(`/admin/audit?object=${user.id}`);
  await table(page).getByRole('button', { name: 'Changed a person’s role', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: 'Role Viewer Member' }).waitFor();
  await dialog.getByText(email).waitFor();
  await at.look('admin-audit-entry');
  await dialog.getByRole('button', { name: 'Older entry' }).click();
  await dialog.getByText('Added a person', { exact: true }).waitFor();
  await page.reload(); // the entry is in the address
  await dialog.getByText('Added a person', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

journey('the digests of a completed run are a table, each to be copied whole', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  const { run } = await sampleRun(at);
  await at.open(`/admin/audit?action=run.completed&object=${run.id}`);
  await table(page).getByRole('button', { name: 'Run completed', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const results = dialog.getByRole('row', { name: /^Results / });
  await results.waitFor();
  await dialog.getByRole('row', { name: /^Documents that were not searched / }).waitFor();
  assert.equal(await dialog.getByText('{').count(), 0, 'no JSON');
  await at.look('admin-audit-digests');
  await results.getByRole('button', { name: /^Copy / }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[0-9a-f]{64}$/);
});

journey('the chain is verified, and an entry that was changed is named', {}, async (at) => {
  const { page, stack } = at;
  const { tenantId } = await asAdministrator(at);
  await promoted(at);
  await at.open('/admin/audit');
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await page.getByText('Chain verified.').first().waitFor();
  await at.glance('admin-audit-verified');
  const [[sequence]] = stack.sql(
    `SELECT max(sequence) FROM audit_log WHERE tenant_id = '${tenantId}' AND action = 'user.role'`,
  );
  const change = (to) =>
    stack.sql(`ALTER TABLE audit_log DISABLE TRIGGER USER;
    UPDATE audit_log SET object_id = ${to} WHERE tenant_id = '${tenantId}' AND sequence = ${sequence};
    ALTER TABLE audit_log ENABLE TRIGGER USER`);
  change("object_id || ' '");
  try {
    await page.getByRole('button', { name: 'Verify chain' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText(`Entry ${Number(sequence).toLocaleString('en-GB')} is broken:`).waitFor();
    await at.glance('admin-audit-broken');
    await alert.getByRole('button', { name: `Show entry ${Number(sequence).toLocaleString('en-GB')}` }).click();
    await page.getByRole('dialog').getByText('The chain breaks at this entry:').waitFor();
    assert.match(page.url(), new RegExp(`entry=${sequence}`));
    await page.keyboard.press('Escape');
  } finally {
    change('rtrim(object_id)');
  }
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await page.getByText('Chain verified.').first().waitFor();
});

journey('an entry that the list has not loaded is found, one that is not there is said to be gone', {}, async (at) => {
  const { page } = at;
  await asAdministrator(at);
  await at.open('/admin/audit?action=user.role&entry=1');
  const dialog = page.getByRole('dialog', { name: 'Entry 1' });
  await dialog.getByText('0'.repeat(64)).waitFor(); // the first entry has no predecessor
  await at.open('/admin/audit?entry=99999999');
  await page.getByText(/^There is no entry 99,999,999\./).waitFor();
});

journey('the audit log is exported as it is filtered', {}, async (at) => {
  const { page } = at;
  await asAdministrator(at);
  await at.open('/admin/audit?action=auth.login');
  await table(page).waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = await file;
  assert.match(saved.suggestedFilename(), /^assay-audit-log-\d{4}-\d\d-\d\d\.ndjson$/);
  const lines = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(lines.slice(0, -1).every(({ action }) => action === 'auth.login'));
  assert.equal(lines.at(-1).end.count, lines.length - 1);
});
