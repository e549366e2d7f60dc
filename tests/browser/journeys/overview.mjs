// SPDX-License-Identifier: Apache-2.0
// The overview of an empty tenant and of one with a run, and the counts in the navigation.
import assert from 'node:assert/strict';
import { addEvidence, completedRun, freshTenant, judgedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const judged = judgedTenant();

journey('an empty tenant is led through its first steps', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/');
  await at.heading('Overview');
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Upload evidence' }).waitFor();
  await at.look('overview-empty');
  await addEvidence(at);
  await page.reload();
  await steps.getByText('3 documents are here.').waitFor();
  await steps.getByRole('link', { name: 'Start a run' }).waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByText('3', { exact: true }).waitFor();
  await at.glance('overview-evidence-only');
});

journey('a run shows as coverage, trend and what needs attention', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'MEMBER');
  const coverage = await at.api('GET', `/api/coverage?packId=${tenant.pack}`);
  const { tasks } = await at.api('GET', '/api/tasks?limit=200');
  await at.open('/cm/overview');
  await page.getByText(`complete, ${coverage.held.COMPLETE} of 32 requirements`).waitFor();
  for (const one of coverage.criteria) {
    await page
      .getByRole('link', { name: new RegExp(`^${one.criterionId} ${one.criterionTitle}`) })
      .getByText(`${one.held.COMPLETE} of ${one.requirements}`)
      .waitFor();
  }
  const needs = page.getByRole('region', { name: 'Needs attention' });
  // Decisions are counted as in the results.
  await needs.getByRole('link', { name: `${coverage.toDecide} results need a decision` }).waitFor();
  const cover = page.getByRole('region', { name: 'Coverage', exact: true });
  await cover.getByText(`0 of ${coverage.toDecide} decided`).waitFor();
  await needs.getByRole('link', { name: `${tasks.length} open tasks have no assignee` }).waitFor();
  await at.look('overview');

  // A second run, started elsewhere, is followed until it is in the trend.
  const trend = page.getByRole('region', { name: 'Trend' });
  await trend.getByText('1 completed run', { exact: true }).waitFor();
  await completedRun(at);
  await page.reload();
  await trend.getByText('The same number is complete as in the run before.').waitFor();
  assert.equal(await trend.getByRole('link').count(), 2);
  await at.api('PATCH', `/api/tasks/${tasks[0].id}`, { dueDate: '2026-01-31', assignee: tenant.user('MEMBER').email });
  await page.reload();
  await needs.getByRole('link', { name: '1 task is overdue' }).click();
  await at.heading('Tasks');
  await page.getByRole('listitem').filter({ hasText: tasks[0].title }).getByText('Overdue since 31 Jan 2026').waitFor();
  assert.match(page.url(), /\/cm\/tasks\?show=overdue$/);
});

journey('the overview opens the pack that was judged last', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'VIEWER');
  const {
    packs: [pack],
  } = await at.api('GET', '/api/packs');
  const other = { ...pack, id: '00000000-0000-7000-8000-000000000001', name: 'Bound first' };
  await page.route('**/api/packs**', (route) => route.fulfill({ json: { packs: [other, pack], nextCursor: null } }));
  for (const view of ['overview', 'requirements']) {
    const asked = page.waitForRequest((request) => request.url().includes('/api/coverage'));
    await at.open(`/cm/${view}`);
    assert.equal(new URL((await asked).url()).searchParams.get('packId'), tenant.pack);
    assert.equal(await page.getByRole('combobox', { name: 'Pack' }).inputValue(), tenant.pack);
  }
});

journey('the numbers beside the navigation are asked for rarely', {}, async (at) => {
  const { page } = at;
  await judged(at, 'VIEWER');
  const asked = [];
  await page.route('**/api/**', (route) => {
    asked.push(route.request().url());
    return route.continue();
  });
  await at.open('/cm/overview');
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: /^Evidence 3$/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const before = asked.length;
  assert.ok(asked.filter((url) => url.includes('/api/overview')).length <= 2, asked.join('\n'));
  await page.waitForTimeout(3000);
  assert.deepEqual(asked.slice(before), [], 'nothing is asked while nothing moves');
});

journey(
  'what cannot be loaded is said, the rest of the overview tried again',
  { complaints: [/status of 500/] },
  async (at) => {
    const { page } = at;
    await judged(at, 'VIEWER');
    let broken = true;
    await page.route('**/api/coverage**', (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: { error: 'INTERNAL', message: 'The request could not be processed.', requestId: 'r-9' },
          })
        : route.continue(),
    );
    await at.open('/cm/overview');
    await page.getByRole('alert').getByText('The request could not be processed.').waitFor();
    await at.look('overview-error');
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Coverage' }).waitFor();
  },
);
