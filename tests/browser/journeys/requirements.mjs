// SPDX-License-Identifier: Apache-2.0
// The pack as a tree: the status of each requirement, filters, search, keys, one in full, many of them.
import assert from 'node:assert/strict';
import { freshTenant, judgedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const judged = judgedTenant();

journey('requirements are shown with what stands of them, filtered and found', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'MEMBER');
  const { items } = await at.api('GET', `/api/coverage?packId=${tenant.pack}&detail=true`);
  const partial = items.find(({ standing }) => standing.status === 'PARTIAL');
  await at.api('POST', `/api/assessments/${partial.standing.id}/reviews`, {
    verdict: 'OVERRIDDEN',
    status: 'COMPLETE',
    note: 'Seen in the minutes.',
  });
  await at.open('/cm/requirements');
  const row = (item) =>
    page.getByRole('row', { name: new RegExp(`${item.requirementId} .*${item.title.slice(0, 20)}`) });
  await row(partial).getByText('Overridden by a reviewer').waitFor({ state: 'attached' });
  await row(partial).getByText('Complete', { exact: true }).waitFor(); // the reviewer's, not the run's
  await at.look('requirements');

  await page.getByRole('button', { name: /^Missing \d+$/ }).click();
  await row(partial).waitFor({ state: 'detached' });
  assert.match(page.url(), /\?status=MISSING$/);
  await page.getByRole('button', { name: /^All 32$/ }).click();
  await page.getByRole('searchbox', { name: 'Find a requirement' }).fill('backup restor');
  await page.getByText(/^Assay Baseline 1.0 · \d of 32 requirements$/).waitFor();
  await page.getByRole('searchbox', { name: 'Find a requirement' }).fill('zebra');
  await page.getByText('No requirement matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  // Folds, and walks with the arrow keys alone.
  const first = page.getByRole('button', { name: /^1 Governance and risk/ });
  await first.focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await first.getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: `Requirement ${items[0].requirementId}` });
  await sheet.getByText('information security policy', { exact: true }).waitFor();
  assert.match(page.url(), /requirement=1\.1$/);
  await at.look('requirement');
  const result = await sheet.getByRole('link', { name: 'Open the result' }).getAttribute('href');
  assert.equal(result, `/cm/runs/${tenant.run.id}/results?at=1.1`);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.match(
    await page.evaluate(() => document.activeElement?.textContent),
    /^1\.1/,
    'the focus is back in the tree',
  );
});

journey('a pack that no run has judged says so', {}, async (at) => {
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('VIEWER'));
  await at.open('/cm/requirements');
  await at.page.getByText('None of them has been judged yet.').waitFor();
  await at.glance('requirements-not-judged');
});
