// SPDX-License-Identifier: Apache-2.0
// An untouched view sends few requests: at most two per second, for each view of both front ends. Views that
// follow progress are counted by the journeys of runs, evidence and exports.
import assert from 'node:assert/strict';
import { sharedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { viewsWithout } from '../routes.mjs';

const SETTLED = 1500; // ms until everything in a view is loaded
const WATCHED = 3000; // ms
const MOST = 2; // requests per second
const AT_A_TIME = 8; // views, each on its own page

async function assertQuiet(at, path) {
  const page = await at.page.context().newPage();
  await at.watch(page);
  const times = [];
  page.on('request', (request) => request.url().includes('/api/') && times.push(Date.now()));
  await page.goto(at.stack.baseUrl + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle'); // a busy machine loads for longer
  await page.waitForTimeout(SETTLED);
  assert.ok(times.length > 0, `${path} asks for what it shows`);
  times.length = 0;
  await page.waitForTimeout(WATCHED);
  assert.equal(await page.evaluate(() => document.visibilityState), 'visible');
  await page.close();
  assert.ok(times.length <= (MOST * WATCHED) / 1000, `${path}: ${times.length} requests within ${WATCHED / 1000} s`);
}

async function assertAllQuiet(at, paths) {
  const left = [...paths];
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let path = left.shift(); path; path = left.shift()) await assertQuiet(at, path);
    }),
  );
}

journey('no view of the portal asks more than twice a second while idle', {}, async (at) => {
  const { run } = await sharedTenant(at, 'MEMBER');
  const {
    documents: [document],
  } = await at.api('GET', '/api/documents?limit=1');
  const paths = [
    '/cm/overview',
    '/cm/evidence',
    `/cm/evidence/${document.id}`,
    '/cm/requirements',
    '/cm/runs',
    `/cm/runs/${run.id}`,
    `/cm/runs/${run.id}/results`,
    `/cm/runs/${run.id}/compare/${run.id}`,
    '/cm/tasks',
    '/cm/exports',
    '/cm/search?q=access',
    '/cm/settings',
  ];
  assert.deepEqual(viewsWithout('cm', paths), []);
  await assertAllQuiet(at, paths);
});

journey('no view of the administration asks more than twice a second while idle', {}, async (at) => {
  const { run, pack } = await sharedTenant(at, 'ADMIN');
  const {
    versions: [version],
  } = await at.api('GET', `/api/admin/packs/${pack}/versions`);
  const {
    users: [user],
  } = await at.api('GET', '/api/admin/users?limit=1');
  const { webhook } = await at.api('POST', '/api/admin/webhooks', { url: 'https://hooks.example/idle' });
  const theirs = [
    '/admin/runs',
    `/admin/runs/${run.id}`,
    '/admin/audit',
    '/admin/packs',
    '/admin/packs/import',
    `/admin/packs/${pack}`,
    `/admin/packs/${pack}/compare?from=${version.criteriaVersionId}&to=${version.criteriaVersionId}`,
    '/admin/bindings',
    `/admin/bindings/${pack}`,
    '/admin/glossary',
    '/admin/webhooks',
    `/admin/webhooks/${webhook.id}`,
    '/admin/emails',
    '/admin/retention',
    '/admin/retention?show=holds',
    '/admin/retention?show=erasures',
    '/admin/users',
    '/admin/users/provisioning',
    `/admin/users/${user.id}`,
    '/admin/operations',
    '/admin/settings',
  ];
  await assertAllQuiet(at, theirs);
  await at.signInByCookie('SUPER_ADMIN');
  const { corpus } = await at.api('POST', '/api/admin/corpora', { title: 'Idle' });
  const others = [
    '/admin/corpora',
    `/admin/corpora/${corpus.id}`,
    '/admin/tenants',
    `/admin/tenants/${at.user('SUPER_ADMIN').tenantId}`,
  ];
  await assertAllQuiet(at, others);
  assert.deepEqual(viewsWithout('admin', [...theirs, ...others]), []);
});
