// SPDX-License-Identifier: Apache-2.0
// An administrator has documents read again: one in the portal, many in the console, which names their number first.
import assert from 'node:assert/strict';
import { addEvidence, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const BACKUPS = '# Backups\n\nBackups are made every night and kept for ninety days.\n';

journey('a document and then all of them are read again', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  await at.open('/cm/evidence');
  const [document] = await addEvidence(at, { 'backups.md': BACKUPS });
  const chunks = () => at.api('GET', `/api/documents/${document.id}/chunks?limit=10`);
  const [before] = (await chunks()).chunks;
  await at.open(`/cm/evidence/${document.id}`);
  await page.getByRole('button', { name: 'Read again' }).click();
  for (let tries = 0; tries < 100 && (await chunks()).chunks[0].id === before.id; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.notEqual((await chunks()).chunks[0].id, before.id);

  // A link to a chunk that was replaced still marks its words.
  await at.open(`/cm/evidence/${document.id}?chunk=${before.id}`);
  await page.locator('mark').first().waitFor();

  await at.open('/admin/operations');
  await page.getByRole('combobox', { name: 'Which documents' }).selectOption({ label: 'All' });
  await page.getByRole('button', { name: 'Read again…' }).click();
  await page.getByRole('dialog', { name: 'Read 1 document again?' }).waitFor();
  await at.glance('operations-reread');
  await page.getByRole('button', { name: 'Read 1 document again', exact: true }).click();
  await page.getByText('1 document is queued to be read again.').first().waitFor();
});
