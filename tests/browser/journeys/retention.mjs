// SPDX-License-Identifier: Apache-2.0
// Retention in the administration: rules are set and say what they would remove, holds keep it, erasures are listed.
import assert from 'node:assert/strict';
import { addEvidence, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

journey('rules of retention are set, and a hold keeps what they would remove', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  await addEvidence(at);
  at.stack.sql(`UPDATE document SET uploaded_at = uploaded_at - interval '40 days' WHERE tenant_id = '${tenant.id}'`);

  await at.open('/admin/retention');
  await at.heading('Retention');
  await page.getByText('No rules were ever set: everything is kept.').waitFor();
  const save = page.getByRole('button', { name: 'Save the changes' });
  assert.ok(await save.isDisabled(), 'nothing has changed');
  await page.getByRole('combobox', { name: 'Documents' }).selectOption({ label: 'Remove after days' });
  const days = page.getByRole('textbox', { name: 'Days until documents are erased' });
  await days.fill('0');
  await save.click();
  await page.getByText('A whole number from 1 to 36,500').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  await days.fill('30');
  await save.click();
  const asks = page.getByRole('dialog', { name: 'Save these rules?' });
  await asks.getByText('They apply from one day after you save them').waitFor();
  await at.glance('admin-retention-asks');
  await asks.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('3 documents and the files of 0 exports.').waitFor();
  await page.getByText('These rules apply from').waitFor();
  await at.look('admin-retention');

  // A hold on everything leaves nothing to remove.
  await page.getByRole('tab', { name: 'Legal holds' }).click();
  await page.getByText('No hold is in place.').waitFor();
  await page.getByRole('button', { name: 'Hold everything…' }).click();
  const hold = page.getByRole('dialog', { name: 'Hold everything of the organisation' });
  await hold.getByLabel('Reason').fill('Court order 7/26');
  await at.glance('admin-hold-everything');
  await hold.getByRole('button', { name: 'Hold everything' }).click();
  const holds = page.getByRole('table', { name: 'Legal holds' });
  await holds.getByText('Court order 7/26').waitFor();
  await at.look('admin-holds');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByText('Nothing is old enough.').waitFor();

  await page.goto(`${at.stack.baseUrl}/cm/evidence`);
  await page.waitForFunction(() => document.querySelectorAll('tbody .on-hold').length === 3);
  await page.goto(`${at.stack.baseUrl}/admin/retention?show=holds`);
  await holds.getByRole('button', { name: /^Release hold/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release hold' }).click();
  await page.getByText('No hold is in place.').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await holds.getByText('Released', { exact: true }).waitFor();

  // Back to keeping everything.
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByText('3 documents and the files of 0 exports.').waitFor();
  await page.getByRole('combobox', { name: 'Documents' }).selectOption({ label: 'Keep' });
  await save.click();
  await asks.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('Nothing is old enough.').waitFor();
});

journey('erasures are listed with what went, and one that failed is tried again', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  await at.open('/admin/retention?show=erasures');
  await page.getByRole('heading', { name: 'Nothing was erased' }).waitFor();
  const [first, second] = await addEvidence(at);
  const erasure = async ({ id }, reason) => (await at.api('POST', `/api/documents/${id}/erasure`, { reason })).erasure;
  await erasure(first, 'Request of a former employee');
  const failed = await erasure(second, 'The project has ended');
  at.stack.sql(
    `DELETE FROM work_item WHERE tenant_id = '${tenant.id}' AND kind = 'purge' AND payload->>'erasureId' = '${failed.id}';
     UPDATE erasure SET status = 'FAILED', failed_at = clock_timestamp(), failure_code = 'blob', failure_reason = 'The disk is gone'
     WHERE id = '${failed.id}'`,
  );
  await page.reload();
  const table = page.getByRole('table', { name: 'Erasures' });
  await table.getByText('Failed', { exact: true }).waitFor();
  await table.getByText('Request of a former employee').waitFor();
  await at.look('admin-erasures');
  await page.getByRole('group', { name: 'Filter erasures' }).getByRole('button', { name: 'Failed' }).click();
  await table.getByRole('button', { name: `Show the erasure of ${second.originalFilename}` }).click();
  const dialog = page.getByRole('dialog', { name: second.originalFilename });
  await dialog.getByText('The disk is gone').waitFor();
  await at.glance('admin-erasure');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Its files are being removed.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('No erasure matches.').waitFor();
});
