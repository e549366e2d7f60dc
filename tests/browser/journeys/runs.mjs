// SPDX-License-Identifier: Apache-2.0
// Runs: starting one, watching it, cancelling it, its outcome, and two of them compared.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { freshRun, sampleRun, untilEnded } from '../sample_run.mjs';

journey('a run is started with what it will take, and watched to its end', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  await sampleRun(at); // gives the estimate a basis
  await at.open('/cm/runs');
  await at.heading('Runs');
  await page.getByRole('button', { name: 'Start run' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start a run' });
  await dialog.getByText(/^about .* based on/).waitFor();
  await at.look('run-start');
  // The run is shown in progress, however soon it ends.
  let begun = null;
  await page.route(/\/api\/runs$/, async (route) => {
    const response = await route.fetch();
    const { run } = await response.json();
    begun = { ...run, status: 'IN_PROGRESS', startedAt: run.createdAt };
    return route.fulfill({ response });
  });
  await page.route(/\/api\/runs\/[0-9a-f-]{36}$/, (route) =>
    begun ? route.fulfill({ json: begun }) : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(/\/cm\/runs\/[0-9a-f-]{36}$/);
  const steps = page.getByRole('list', { name: 'Six steps' }).getByRole('listitem');
  await steps.nth(5).waitFor();
  assert.equal(await steps.count(), 6);
  await page.getByRole('progressbar', { name: 'Requirements judged' }).waitFor();
  begun = null;
  await page.getByRole('link', { name: 'Review results' }).waitFor();
  await page.getByText('Frozen, with its hash').waitFor({ timeout: 30_000 });
  await page.getByText(/requirements · finished/).waitFor();
  await at.look('run-completed');
});

journey('some requirements of a pack make a run of their own', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/runs?start=1');
  const dialog = page.getByRole('dialog', { name: 'Start a run' });
  await dialog.getByRole('radio', { name: 'Some of them' }).check();
  assert.equal(await dialog.getByRole('button', { name: 'Start run' }).isDisabled(), true);
  await dialog.getByRole('button', { name: /^Governance and risk/ }).click();
  await dialog.getByRole('checkbox', { name: /^1\.1 / }).check();
  await dialog.getByRole('checkbox', { name: 'Access control' }).check();
  await dialog.getByText('5 requirements', { exact: true }).waitFor();
  await dialog.getByRole('searchbox', { name: 'Find a requirement' }).fill('encrypted');
  await dialog.getByRole('checkbox', { name: /^4\.1\.i / }).check();
  await dialog.getByText('6 requirements', { exact: true }).waitFor();
  await at.glance('run-start-some');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(/\/cm\/runs\/[0-9a-f-]{36}$/);
  const run = await untilEnded(at, page.url().split('/').at(-1));
  assert.equal(run.status, 'COMPLETED');
  assert.equal(run.progress.requirementsTotal, 6);
});

// A run that stays in progress as long as the journey wants.
async function withMovingRun(at, change = {}) {
  const { run } = await sampleRun(at);
  const started = new Date(Date.now() - 20_000).toISOString();
  const state = { done: 12, status: 'IN_PROGRESS' };
  const asked = [];
  const moving = () => ({
    ...run,
    status: state.status,
    completedAt: null,
    snapshotStatus: null,
    snapshotHash: null,
    createdAt: started,
    startedAt: started,
    progress: { requirementsDone: state.done, requirementsTotal: run.progress.requirementsTotal },
    counts: { COMPLETE: 7, PARTIAL: 3, MISSING: 2, FAILED: 0 },
    ...change,
  });
  await at.page.route(`**/api/runs/${run.id}`, (route) => {
    asked.push(Date.now());
    return route.fulfill({ json: moving(), headers: { ETag: `"${state.status}-${state.done}"` } });
  });
  await at.page.route(`**/api/runs/${run.id}/steps`, async (route) => {
    asked.push(Date.now());
    const body = await (await route.fetch()).json();
    const steps = body.steps.map((step, index) =>
      index < 3
        ? step
        : index === 3
          ? { ...step, status: 'IN_PROGRESS', startedAt: started, completedAt: null, outputRefs: {} }
          : { ...step, status: 'NOT_EXECUTED', startedAt: null, completedAt: null, outputRefs: {} },
    );
    return route.fulfill({ json: { ...body, steps } });
  });
  return { run, state, asked };
}

journey('a run under way tells how far it is, and asks at most twice a second', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { run, state, asked } = await withMovingRun(at);
  await at.open(`/cm/runs/${run.id}`);
  await page.getByText(/^12 of 32 · [\d.]+\ss so far · about [\d.]+\ss left$/).waitFor();
  await page.getByText('Now near').waitFor();
  await at.look('run-moving');
  state.done = 13;
  await page.getByText(/^13 of 32 · /).waitFor();
  for (let index = 2; index < asked.length; index += 1) {
    assert.ok(asked[index] - asked[index - 2] >= 900, `three looks within ${asked[index] - asked[index - 2]} ms`);
  }
  let cancelled = false;
  await page.route(`**/api/runs/${run.id}/cancel`, (route) => {
    cancelled = true;
    state.status = 'CANCELLED';
    return route.fulfill({ json: { run: { ...run, status: 'CANCELLED' } } });
  });
  await page.getByRole('button', { name: 'Cancel run' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
  await at.glance('run-cancel');
  await dialog.getByRole('button', { name: 'Let it run' }).click();
  assert.equal(cancelled, false);
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await dialog.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByText('there is no frozen record of this run').waitFor();
  assert.equal(cancelled, true);
  await at.glance('run-cancelled');
});

journey('a viewer sees runs and may start none', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await sampleRun(at);
  await at.open('/cm/runs?start=1');
  await at.heading('Runs');
  await page.getByRole('row').nth(1).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Start run' }).count(), 0);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await at.look('runs');
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await page.getByText('No run is in this state').waitFor();
  assert.match(page.url(), /status=FAILED/);
});

journey('a tenant without runs is told what one does', { as: 'MEMBER' }, async (at) => {
  await at.page.route('**/api/runs?**', (route) => route.fulfill({ json: { runs: [], total: 0, nextCursor: null } }));
  await at.open('/cm/runs');
  await at.page.getByRole('heading', { name: 'No runs yet' }).waitFor();
  await at.glance('runs-empty');
});

journey('a run that failed says why', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { run } = await sampleRun(at);
  await page.route(`**/api/runs/${run.id}`, (route) =>
    route.fulfill({
      json: {
        ...run,
        status: 'FAILED',
        completedAt: null,
        failedAt: run.completedAt,
        snapshotStatus: null,
        snapshotHash: null,
        failureReason: 'Chunk <b>7</b> has changed since it was searched. Start a new run.',
        progress: { ...run.progress, requirementsDone: 0 },
      },
    }),
  );
  await at.open(`/cm/runs/${run.id}`);
  await page.getByText('Chunk <b>7</b> has changed since it was searched. Start a new run.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Review results' }).count(), 0);
  await at.glance('run-failed');
});

journey('two runs are compared, with both verdicts and why', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { run: before } = await sampleRun(at);
  const { run: after } = await freshRun(at, { count: 2 });
  await at.open(`/cm/runs/${after.id}`);
  await page.getByRole('button', { name: 'Compare…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare with another run' });
  await dialog.getByRole('radio').first().waitFor();
  await at.glance('compare-choose');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await at.heading('Two runs compared');
  assert.match(page.url(), new RegExp(`/compare/${after.id}$`));
  await at.open(`/cm/runs/${before.id}/compare/${after.id}`);
  const compared = await at.api('GET', `/api/runs/${before.id}/compare/${after.id}`);
  const changed = compared.requirements.find(
    ({ from, to, evidence }) => from && to && from.status !== to.status && evidence.gone.length > 0,
  );
  assert.ok(changed, 'with one document left, some verdict changes');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: changed.requirementId, exact: true }) });
  const word = { COMPLETE: 'Complete', PARTIAL: 'Partial', MISSING: 'Missing', FAILED: 'Failed' };
  await row.getByText(word[changed.from.status], { exact: true }).waitFor();
  await row.getByText(word[changed.to.status], { exact: true }).waitFor();
  await row.getByText(changed.from.confidence.toFixed(2)).first().waitFor();
  const [left, right] = await Promise.all(
    (await page.locator('.run-cards .shares-bar').all()).map((bar) => bar.boundingBox()),
  );
  assert.deepEqual(
    [left.y, left.width, left.height],
    [right.y, right.width, right.height],
    'the two bars stand side by side',
  );
  // "Verdict changed" means another status, an addition or a removal, not a changed confidence.
  const others = compared.requirements.filter(({ change }) => !['UNCHANGED', 'CONFIDENCE'].includes(change));
  await page.getByRole('button', { name: `Verdict changed ${others.length}`, exact: true }).waitFor();
  assert.equal(Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1, others.length);
  await at.look('compare');
  await row.getByRole('button', { name: changed.requirementId, exact: true }).click();
  const why = page.getByRole('dialog', { name: `${changed.requirementId}: what changed` });
  await why.getByText('Cited before, no longer').waitFor();
  await why.getByText(changed.why[0].text).waitFor();
  await at.glance('compare-why');
  await page.keyboard.press('Escape');
  // The removed document makes things worse; other changes depend on the remaining evidence.
  await page.getByRole('button', { name: /^Worse/ }).click();
  assert.match(page.url(), /show=WORSENED/);
});
