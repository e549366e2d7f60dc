// SPDX-License-Identifier: Apache-2.0
// What a document says of itself is listed, and a value opens at its place with the words marked.
import assert from 'node:assert/strict';
import { addEvidence, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const COVER = `# Access control policy

Version: 3.2
Approved by: Management Board, 12 March 2025
Next review: 03/04/2026

Accounts are reviewed every quarter by the owner of each system.
`;

journey('a fact of a document opens at its place', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/evidence');
  const [document] = await addEvidence(at, { 'DRAFT-access-policy.md': COVER });
  await at.open(`/cm/evidence/${document.id}?show=facts`);
  const said = page.getByRole('region', { name: 'What the document says' });
  await said.getByText('Day or month first? Look it up.').waitFor();
  await said.getByText('Draft', { exact: true }).waitFor();
  await said.getByText('12 Mar 2025').waitFor();
  await at.look('viewer-facts');
  await said.getByRole('button', { name: /^Management Board/ }).click();
  await page.locator('mark').first().waitFor();
  const marked = await page.evaluate(() =>
    [...document.querySelectorAll('mark')].map((one) => one.textContent).join(''),
  );
  assert.equal(marked, 'Management Board');
  assert.match(page.url(), /quote=Management\+Board/);
});
