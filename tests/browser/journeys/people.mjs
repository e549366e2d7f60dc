// SPDX-License-Identifier: Apache-2.0
// Records show people of a large organisation by name, however many were added after them.
import assert from 'node:assert/strict';
import { freshTenant, judgedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const judged = judgedTenant();
const LATER = 450; // people added later

function crowd(at, tenant) {
  at.stack.sql(`INSERT INTO app_user (tenant_id, id, email, display_name, role)
    SELECT '${tenant.id}', gen_random_uuid(), 'later' || n || '.${tenant.id}@new.example', 'Later person ' || n, 'VIEWER'
    FROM generate_series(1, ${LATER}) n
    ON CONFLICT DO NOTHING`);
}

// The requests for people, with the time of each.
function asked(page) {
  const times = [];
  page.on('request', (request) => {
    if (/\/api\/people\?/.test(request.url())) times.push(Date.now());
  });
  return times;
}

journey('the people of runs, exports, decisions and tasks are named however many came after them', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'MEMBER');
  crowd(at, tenant);
  const {
    assessments: [first],
  } = await at.api('GET', `/api/runs/${tenant.run.id}/assessments`);
  await at.api('POST', `/api/assessments/${first.id}/reviews`, { verdict: 'ACCEPTED', note: 'Seen.' });
  const {
    tasks: [task],
  } = await at.api('GET', '/api/tasks?limit=1');
  await at.api('PATCH', `/api/tasks/${task.id}`, { assignee: tenant.user('VIEWER').email });
  await at.api('POST', `/api/runs/${tenant.run.id}/exports`, { format: 'csv' });
  const {
    documents: [document],
  } = await at.api('GET', '/api/documents?limit=1');
  const { people } = await at.api('GET', '/api/people?limit=200');
  assert.ok(!people.some(({ displayName }) => displayName.endsWith(' person')), 'they are not among the newest');

  await at.open(`/cm/runs/${tenant.run.id}`);
  await page.getByText('MEMBER person').waitFor();
  await at.open(`/cm/runs/${tenant.run.id}/results?at=${first.requirementId}`);
  await page.getByText('MEMBER person').waitFor();
  await at.open('/cm/tasks');
  await page.locator('.task-card').getByText('VIEWER person').waitFor();
  await page.getByRole('combobox', { name: 'Assignee' }).selectOption({ label: 'VIEWER person' });
  await page.getByRole('button', { name: task.title, exact: true }).click();
  const assignee = page.getByRole('dialog').getByLabel('Assignee');
  await assignee.fill('MEMBER per');
  await page.locator(`datalist option[value="${tenant.user('MEMBER').email}"]`).waitFor({ state: 'attached' });
  await at.open('/cm/exports');
  await page.getByRole('row').filter({ hasText: 'CSV table' }).getByText('MEMBER person').waitFor();
  await at.open(`/cm/evidence/${document.id}`);
  await page.getByRole('tab', { name: 'Facts' }).click();
  await page.getByText('MEMBER person').waitFor();
});

journey('administrators find them too, and few requests are made for it', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'ADMIN');
  crowd(at, tenant);
  const times = asked(page);
  await at.open('/admin/runs');
  await page.getByText('started by MEMBER person').first().waitFor();
  const by = page.getByRole('combobox', { name: 'Started by' });
  await by.fill('viewer');
  await by.fill(tenant.user('MEMBER').email);
  await page.getByText('1 run matches').waitFor();
  await page.getByRole('link', { name: /Assay Baseline/ }).click();
  await page.getByText('started by MEMBER person').waitFor();
  await at.open('/admin/audit');
  await page
    .getByRole('row', { name: /Started a run/ })
    .getByText('MEMBER person')
    .locator('visible=true')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Started a run' }).first().click();
  await page.getByRole('dialog').getByText(tenant.user('MEMBER').email).waitFor();
  const before = times.length;
  await page.waitForTimeout(2000);
  assert.equal(times.length, before, 'nothing is asked for while nothing new is shown');
  assert.ok(before <= 12, `${before} requests for people`);
});

journey('whoever is deleted keeps the name in the records', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  const member = tenant.user('MEMBER');
  const {
    people: [{ id }],
  } = await at.api('GET', `/api/people?q=${member.email}`);
  await at.signInAs(member);
  await at.api('POST', '/api/runs', {});
  await at.signInAs(tenant.user('ADMIN'));
  await page.request.delete(`${at.stack.baseUrl}/api/admin/users/${id}`, {
    headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
  });
  await at.open('/admin/runs');
  await page.getByText('started by MEMBER person').waitFor();
});

journey('who acts here for the installation is told from the people of the tenant', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'MEMBER');
  const {
    requirements: [{ requirementId }],
  } = await at.api('GET', '/api/requirements');
  await at.signInByCookie('SUPER_ADMIN');
  const { run } = await at.api('POST', `/api/runs?tenantId=${tenant.id}`, { requirementIds: [requirementId] });
  await at.signInAs(tenant.user('ADMIN'));
  await at.open(`/cm/runs/${run.id}`);
  await page.getByText('an administrator of the installation').waitFor();
  await at.open(`/admin/runs/${run.id}`);
  await page.getByText('started by an administrator of the installation').waitFor();
  await page
    .getByRole('row', { name: /Started a run/ })
    .or(page.getByText('Started a run'))
    .first()
    .waitFor();
});
