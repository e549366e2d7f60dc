// SPDX-License-Identifier: Apache-2.0
// Operations in the admin console, and which roles may see each part.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

journey('operations say that all is as it should be', { as: 'SUPER_ADMIN', alone: true }, async (at) => {
  const { page } = at;
  const state = await at.api('GET', '/api/admin/operations');
  await at.open('/admin/operations');
  await page.getByText('Everything is working.').waitFor();
  await page
    .getByRole('table', { name: 'Pipeline daemons, most recently seen first' })
    .getByRole('row', { name: new RegExp(`^${state.workers[0].host} Alive`) })
    .waitFor();
  assert.equal(
    await page.getByRole('table', { name: 'Waiting and running work, by kind' }).locator('tbody tr').count(),
    state.queue.length,
  );
  await page.getByText(state.versions.database, { exact: true }).waitFor();
  await at.look('admin-operations');
});

journey('operations say what needs somebody', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const state = await at.api('GET', '/api/admin/operations');
  const past = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
  const asked = [];
  await page.route('**/api/admin/operations*', (route) => {
    asked.push(Date.now());
    return route.fulfill({
      json: {
        ...state,
        queue: state.queue.map((row) =>
          row.kind === 'document' ? { ...row, waiting: 1204, oldestWaitingAt: past(21) } : row,
        ),
        workers: state.workers.map((worker) => ({ ...worker, alive: false, seenAt: past(20) })),
        failures: {
          hours: 24,
          items: [
            { of: 'document', code: 'PASSWORD_REQUIRED', count: 12, lastAt: past(3) },
            { of: 'corpus', code: null, count: 1, lastAt: past(70) },
          ],
        },
        storage: { ...state.storage, diskFreeBytes: Math.round(state.storage.diskBytes / 50) },
      },
    });
  });
  await at.open('/admin/operations');
  await page.getByText('This needs attention.').waitFor();
  await page.getByText('No worker is alive, so nothing is read or judged. Start assay-pipeline.').waitFor();
  await page.getByText(/^Documents: the oldest has waited for 21\smin/).waitFor();
  await page.getByText(/^Only .* of the disk is free/).waitFor();
  await page.getByRole('row', { name: /^Document PASSWORD_REQUIRED 12/ }).waitFor();
  await at.look('admin-operations-trouble');
  const before = asked.length;
  await page.waitForTimeout(2000);
  assert.ok(asked.length - before <= 1, 'it is asked for rarely');
});

for (const role of ['VIEWER', 'MEMBER']) {
  journey(`runs, audit log and operations are not for a ${role}`, { as: role }, async (at) => {
    const { page } = at;
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const path of ['runs', 'runs/00000000-0000-7000-8000-000000000000', 'audit', 'operations']) {
      await at.open(`/admin/${path}`);
      await at.heading('You may not see this');
      const service = await page.request.get(`${at.stack.baseUrl}/api/admin/${path.replace('audit', 'audit-logs')}`, {
        headers: { Authorization: `Bearer ${at.token}` },
      });
      assert.equal(service.status(), 403, path);
    }
    assert.equal(asked.filter((url) => url.includes('/api/admin/')).length, 0, 'the page does not even ask');
  });
}

journey(
  'a run that does not exist is said to be nothing',
  { as: 'SUPER_ADMIN', complaints: [/status of 404/] },
  async (at) => {
    await at.open('/admin/runs/00000000-0000-7000-8000-000000000000');
    await at.heading('There is nothing here');
  },
);

journey('a run of another tenant is refused', { as: 'MEMBER', complaints: [/status of 403/] }, async (at) => {
  const {
    packs: [pack],
  } = await at.api('GET', '/api/packs');
  const { run } = await at.api('POST', '/api/runs', { packId: pack.id });
  await at.signInByCookie('ADMIN', 1);
  await at.open(`/admin/runs/${run.id}`);
  await at.heading('You may not see this');
});
