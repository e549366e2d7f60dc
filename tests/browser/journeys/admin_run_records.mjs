// SPDX-License-Identifier: Apache-2.0
// The record of a run in the administration: replay, a changed snapshot, reproduction, a run without a snapshot.
import assert from 'node:assert/strict';
import { completedRun, newRun, openRun } from '../admin_run.mjs';
import { journey } from '../journey.mjs';

journey('a run is replayed and its hash matches', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await completedRun(at);
  await openRun(at, run);
  await at.look('admin-run');
  const snapshot = page.getByText('Snapshot', { exact: true }).locator('xpath=..');
  await snapshot.getByRole('button', { name: `Copy ${run.snapshotHash}` }).waitFor();
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByText('Replay verified.').first().waitFor();
  await page.getByText('Nothing was evaluated again.').waitFor();
  const record = page.getByRole('table', { name: 'The frozen record' });
  await record.getByRole('row').nth(1).waitFor();
  assert.equal(Number(await record.getAttribute('aria-rowcount')), run.progress.requirementsTotal + 1);
  await page.getByText('Replayed a run').first().waitFor(); // in the trail immediately
  await at.look('admin-run-replayed');
});

journey(
  'a snapshot that was changed afterwards is shown as not matching',
  { as: 'SUPER_ADMIN', complaints: [/status of 500 .*\/replay/] },
  async (at) => {
    const { page, stack } = at;
    const run = await newRun(at);
    stack.tamper(
      'run_snapshot',
      `UPDATE run_snapshot SET content = set_byte(content, 40, get_byte(content, 40) # 1) WHERE run_id = '${run.id}'`,
    );
    await openRun(at, run);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Replay does not match.').waitFor();
    await alert.getByRole('button', { name: `Copy ${run.snapshotHash}` }).waitFor();
    assert.equal(await page.getByText('Replay verified').count(), 0);
    await page.getByRole('link', { name: 'Replayed a run · Failed' }).waitFor();
    await at.glance('admin-run-broken');
  },
);

journey('a run is reproduced, identical to the last bit', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await newRun(at);
  await openRun(at, run);
  await page.getByText('Nobody has reproduced this run yet.').waitFor();
  await page.getByRole('button', { name: 'Reproduce' }).click();
  await page.getByText('The reproduction has started.').first().waitFor();
  await page.getByText('Identical', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Identical', { exact: true }).waitFor(); // among the earlier ones
});

journey('a reproduction that differs names each difference', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await completedRun(at);
  await page.route('**/reproductions*', (route) =>
    route.fulfill({
      json: {
        nextCursor: null,
        reproductions: [
          {
            id: run.id,
            runId: run.id,
            status: 'COMPLETED',
            identical: false,
            requestedBy: run.startedBy,
            createdAt: new Date().toISOString(),
            completedAt: new Date().toISOString(),
            failedAt: null,
            failureReason: null,
            evaluator: { id: 'builtin', version: '2', model: null },
            differences: [
              { requirementId: '1.1', field: 'status', frozen: 'COMPLETE', reproduced: 'PARTIAL' },
              { requirementId: '1.1', field: 'confidence', frozen: 0.91, reproduced: 0.52 },
            ],
          },
          {
            id: run.packId,
            runId: run.id,
            status: 'FAILED',
            identical: null,
            requestedBy: run.startedBy,
            createdAt: new Date().toISOString(),
            completedAt: null,
            failedAt: new Date().toISOString(),
            failureReason: 'The snapshot was made with another embedding model.',
            evaluator: { id: 'builtin', version: '1', model: null },
            differences: [],
          },
        ],
      },
    }),
  );
  await openRun(at, run);
  await page.getByText('The snapshot was made with another embedding model.').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  const dialog = page.getByRole('dialog', { name: '2 differences' });
  await dialog.getByRole('row', { name: '1.1 status COMPLETE PARTIAL' }).waitFor();
  await at.glance('admin-reproduction-differs');
});

journey(
  'a run that was cancelled has no snapshot, and its replay says what may differ',
  { as: 'SUPER_ADMIN' },
  async (at) => {
    const { page } = at;
    const { run } = await at.api('POST', '/api/runs', {});
    await at.api('POST', `/api/runs/${run.id}/cancel`);
    await at.open(`/admin/runs/${run.id}`);
    await page.getByText('Cancelled', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Reproduce' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('No snapshot to verify.').first().waitFor();
    await page.getByText('The run has no snapshot: this comes from the current records').waitFor();
    assert.equal(await page.getByText('Replay verified').count(), 0);
    await at.glance('admin-run-cancelled');
  },
);

journey('the record of a run is told in German too', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await completedRun(at);
  await page.addInitScript(() => localStorage.setItem('assay.language', 'de'));
  await at.open(`/admin/runs/${run.id}`);
  await page.getByRole('button', { name: 'Wiedergeben' }).click();
  await page.getByText('Wiedergabe geprüft.').first().waitFor();
  await at.glance('admin-run-german');
});
