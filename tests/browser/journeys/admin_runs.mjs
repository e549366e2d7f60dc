// SPDX-License-Identifier: Apache-2.0
// Runs in the administration: the list and its filters, every state of a run, its trace.
import assert from 'node:assert/strict';
import { completedRun, openRun } from '../admin_run.mjs';
import { journey } from '../journey.mjs';
import { atMost } from '../speed.mjs';

journey('runs are listed, and their filters stay in the address', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await completedRun(at);
  await at.open('/admin/');
  await at.heading('Runs');
  const link = page.locator(`a[href="/admin/runs/${run.id}"]`);
  await link.waitFor();
  await at.look('admin-runs');
  await page.getByRole('button', { name: 'Completed', exact: true }).click();
  const {
    people: [starter],
  } = await at.api('GET', `/api/people?who=${run.startedBy}`);
  const by = page.getByRole('combobox', { name: 'Started by' });
  await by.fill(starter.email);
  await page.getByLabel('Started within').selectOption('The last 7 days');
  await link.waitFor();
  await page.reload();
  await link.waitFor();
  assert.match(page.url(), new RegExp(`status=COMPLETED&by=${run.startedBy}&period=week$`));
  await page.waitForFunction(
    (email) => document.querySelector('input[aria-label="Started by"]').value === email,
    starter.email,
  );
  const {
    people: [viewer],
  } = await at.api('GET', `/api/people?q=${at.user('VIEWER').email}`);
  await by.fill(viewer.email);
  await page.getByText('No run matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await link.waitFor();
  assert.match(page.url(), /\/admin\/runs$/);
  await page.waitForFunction(() => document.querySelector('input[aria-label="Started by"]').value === '');
});

journey('runs under way, failed ones and names from outside keep their shape', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await completedRun(at);
  const ended = { completedAt: null, snapshotStatus: null, snapshotHash: null };
  const kinds = [
    { ...ended, status: 'IN_PROGRESS', progress: { requirementsDone: 41, requirementsTotal: 106 } },
    { ...ended, status: 'QUEUED', startedAt: null, progress: { requirementsDone: 0, requirementsTotal: 106 } },
    {
      ...ended,
      status: 'FAILED',
      failedAt: new Date().toISOString(),
      failureReason: `<script>window.hurt = 1</script> ${'the model server did not answer '.repeat(9)}`,
    },
    { ...ended, status: 'CANCELLED', cancelledAt: new Date().toISOString() },
    {},
  ];
  await page.route('**/api/admin/runs?**', (route) =>
    route.fulfill({
      json: {
        total: 200,
        nextCursor: null,
        runs: Array.from({ length: 200 }, (_, index) => ({
          ...run,
          ...kinds[index % kinds.length],
          id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        })),
      },
    }),
  );
  await page.route('**/api/people?**', (route) =>
    route.fulfill({
      json: {
        nextCursor: null,
        people: [
          { id: run.startedBy, displayName: `مسؤول ${'long name '.repeat(20)}`, email: 'x@y.example', active: true },
        ],
      },
    }),
  );
  await at.open('/admin/runs');
  await page.getByText('41 of 106 judged').first().waitFor();
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.ok((await page.locator('tbody tr').count()) < 60);
  await at.look('admin-runs-every-state');
});

journey('the trace is walked with keys, and a span tells its attributes', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const run = await completedRun(at);
  const trace = await at.api('GET', `/api/admin/runs/${run.id}/trace`);
  await openRun(at, run);
  await page.getByText(`${trace.spans.length} spans · ${trace.droppedAttributes} attributes dropped`).waitFor();
  const tree = page.getByRole('tree');
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight'); // into the assessment: its first requirement
  await page.keyboard.press('Enter');
  const [requirement] = trace.spans
    .filter(({ name }) => name === 'requirement')
    .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  const code = requirement.attributes['requirement.codes'][0];
  await page.getByRole('heading', { name: `Requirement ${code}` }).waitFor();
  const latency = page.getByText('latency.ms', { exact: true }).locator('xpath=..');
  assert.match(await latency.innerText(), new RegExp(`${requirement.attributes['latency.ms']}$`));
  assert.match(page.url(), new RegExp(`span=${requirement.spanId}$`));
  await at.look('admin-run-span');
  await tree.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft'); // closes the assessment
  await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 7);
  await page.reload();
  await page.getByRole('heading', { name: `Requirement ${code}` }).waitFor();
});

journey(
  'a trace of 1,500 spans scrolls with a few rows drawn, failures in their own word',
  { as: 'SUPER_ADMIN', speed: true },
  async (at) => {
    const { page } = at;
    const run = await completedRun(at);
    const model = await at.api('GET', `/api/admin/runs/${run.id}/trace`);
    const begun = Date.parse(run.startedAt);
    const parent = model.spans.find(({ name }) => name === 'step.ASSESSMENT').spanId;
    const spans = [
      ...model.spans.filter(({ name }) => name !== 'requirement'),
      ...Array.from({ length: 1493 }, (_, index) => ({
        spanId: index.toString(16).padStart(16, '0'),
        parentSpanId: parent,
        name: 'requirement',
        status: index === 1 ? 'ERROR' : 'OK',
        startedAt: new Date(begun + index).toISOString(),
        endedAt: new Date(begun + index + 40).toISOString(),
        attributes: { 'requirement.codes': [`R-${index}`], ...(index === 1 ? { 'error.type': 'timeout' } : {}) },
      })),
    ];
    await page.route('**/trace*', (route) => route.fulfill({ json: { ...model, spans, droppedAttributes: 3 } }));
    await openRun(at, run);
    await page.getByText('1,500 spans · 3 attributes dropped').waitFor();
    await page.getByRole('treeitem', { name: /R-1\b.*timed out/ }).waitFor();
    await at.glance('admin-run-many-spans');
    // By the page's own time, which other load does not affect: a frame has 16 ms.
    const meter = await page.context().newCDPSession(page);
    await meter.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () =>
      (await meter.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    const before = await spent();
    const frames = await page.getByRole('tree').evaluate(async (box) => {
      let count = 0;
      while (box.scrollTop + box.clientHeight < box.scrollHeight - 1 && count < 1000) {
        box.scrollTop += 400;
        count += 1;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return count;
    });
    const each = ((await spent()) - before) / frames;
    assert.ok(frames > 100, `${frames} frames`);
    atMost(16, each, 'ms', 'processor time of a frame of fifteen hundred spans');
    await page.getByRole('treeitem', { name: /R-1492/ }).waitFor();
    const drawn = await page.getByRole('treeitem').count();
    assert.ok(drawn < 50, `${drawn} rows are drawn`);
  },
);
