// SPDX-License-Identifier: Apache-2.0
// The results of a run: reviewing them with keys, the cited words, making and withdrawing decisions, filters in the
// address, the effect of other thresholds, and many of them.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { freshRun, sampleRun } from '../sample_run.mjs';

const shownTitle = (at) =>
  at.page.getByRole('region', { name: 'Judgement', exact: true }).getByRole('heading', { level: 2 });
const openOne = (at) => at.page.locator('[aria-current=true] .strong').first().textContent();
// A person must decide what is not complete, and what the evaluator itself doubts.
const needsDecision = (one) => one.status !== 'COMPLETE' || one.details.needsReview === true;
const reviewsOf = async (at, one) => (await at.api('GET', `/api/assessments/${one.id}/reviews`)).reviews;

async function until(what, check) {
  for (let left = 100; left > 0; left -= 1) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain: ${what}`);
}

journey('results are reviewed with keys alone', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { run, assessments } = await freshRun(at);
  await at.open(`/cm/runs/${run.id}/results`);
  await page.getByText('Needs a decision').waitFor();
  const open = assessments.filter(needsDecision).length;
  await page.getByText(`0 of ${open} decided`).waitFor();
  // FAILED first, then the least confident, then MISSING.
  const expected = assessments.filter(({ status }) => status === 'PARTIAL').sort((a, b) => a.confidence - b.confidence);
  assert.equal(await openOne(at), expected[0].requirementId);
  await at.look('results');

  await page.keyboard.press('n');
  await until('the next is open', async () => (await openOne(at)) === expected[1].requirementId);
  await page.keyboard.press('p');
  await until('the first is open', async () => (await openOne(at)) === expected[0].requirementId);
  await page.keyboard.press('a');
  await page.getByText(`1 of ${open} decided`).waitFor();
  await until('it goes on', async () => (await openOne(at)) === expected[1].requirementId);
  const [review] = await reviewsOf(at, expected[0]);
  assert.equal(review.verdict, 'ACCEPTED');
  assert.equal(review.reviewer.email, at.user('MEMBER').email);

  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Find a requirement');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Next requirement').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  const task = page.getByRole('dialog', { name: `Task for ${expected[1].requirementId}` });
  await task.getByLabel('Due').fill('2027-03-31');
  await at.glance('results-task');
  await task.getByRole('button', { name: 'Save task' }).click();
  await task.waitFor({ state: 'detached' });
  const { tasks } = await at.api(
    'GET',
    `/api/tasks?runId=${run.id}&requirementId=${encodeURIComponent(expected[1].requirementId)}`,
  );
  assert.equal(tasks[0].dueDate, '2027-03-31');
});

journey('an override takes a reason, is told with who and when, and is taken back', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { run, assessments } = await freshRun(at);
  const one = assessments.find(({ status }) => status === 'PARTIAL');
  await at.open(`/cm/runs/${run.id}/results?at=${one.requirementId}`);
  await shownTitle(at).waitFor();
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: `Override ${one.requirementId}` });
  await dialog.getByRole('button', { name: 'Override', exact: true }).click();
  await dialog.getByText('Say why.').waitFor();
  await dialog.getByText('Choose a status.').waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('name')),
    'held',
    'the first thing wrong has the focus',
  );
  await at.look('results-override');
  await dialog.getByRole('radio', { name: 'Complete' }).check();
  await dialog.getByLabel('Reason').fill('The minutes of <b>4 March</b> show it.');
  await dialog.getByRole('button', { name: 'Override', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.notEqual(await openOne(at), one.requirementId, 'it goes on to the next');
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('Overridden to').first().waitFor();
  await page.getByText('The minutes of <b>4 March</b> show it.').waitFor();
  await page.getByTitle(at.user('MEMBER').email, { exact: true }).waitFor(); // by name, with the address on hover
  await at.glance('results-overridden');
  await page.getByRole('button', { name: 'Take back' }).click();
  await until('it is accepted', async () => (await reviewsOf(at, one))[0].verdict === 'ACCEPTED');
  const reviews = await reviewsOf(at, one);
  assert.deepEqual(
    reviews.map(({ verdict, status }) => [verdict, status]),
    [
      ['ACCEPTED', 'PARTIAL'],
      ['OVERRIDDEN', 'COMPLETE'],
    ],
  );
});

journey('many are decided at once, with their number', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { run, assessments } = await freshRun(at);
  const partial = assessments.filter(({ status }) => status === 'PARTIAL');
  const [first, second] = assessments;
  await at.open(`/cm/runs/${run.id}/results?view=table`);
  for (const one of [first, second])
    await page.getByRole('checkbox', { name: `Select ${one.requirementId}`, exact: true }).check();
  const bar = page.getByRole('group', { name: 'Selection' });
  await bar.getByText('2 results selected').waitFor();
  await at.glance('results-selected');
  await bar.getByRole('button', { name: 'Accept…' }).click();
  const accepting = page.getByRole('dialog', { name: 'Accept 2 results' });
  await at.look('results-accept-many');
  await accepting.getByRole('button', { name: 'Accept 2 results' }).click();
  await accepting.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
  for (const one of [first, second])
    assert.deepEqual(
      (await reviewsOf(at, one)).map(({ verdict }) => verdict),
      ['ACCEPTED'],
    );

  // Those that already have the status are left out, and earlier decisions are replaced.
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await bar.getByText(`${assessments.length} results selected`).waitFor();
  await bar.getByRole('button', { name: 'Override…' }).click();
  const overriding = page.getByRole('dialog', { name: /^Override \d+ results$/ });
  await overriding.getByRole('radio', { name: 'Partial' }).check();
  await overriding.getByText(`${partial.length} results are left out: partial already.`).waitFor();
  const left = assessments.length - partial.length;
  await overriding.getByRole('button', { name: `Override ${left} results` }).click();
  await overriding.getByText('Say why.').waitFor();
  await overriding.getByLabel('Reason').fill('The audit of May is not done.');
  await at.glance('results-override-many');
  await overriding.getByRole('button', { name: `Override ${left} results` }).click();
  await overriding.waitFor({ state: 'detached' });
  const { assessments: now } = await at.api('GET', `/api/runs/${run.id}/assessments`);
  assert.equal(
    now.filter(({ review }) => review?.verdict === 'OVERRIDDEN' && review.note === 'The audit of May is not done.')
      .length,
    left,
  );

  // A whole section of the queue.
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Queue', exact: true }).click();
  const undecided = now.filter(({ review, status }) => !review && status === 'PARTIAL').length;
  await page.getByRole('button', { name: 'Accept all of: Needs a decision' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Accept ${undecided} results` })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const open = assessments.filter(needsDecision).length;
  await page.getByText(`${open} of ${open} decided`).waitFor();
});

journey('a citation is opened at its very words', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { run, assessments } = await sampleRun(at);
  const { documents } = await at.api('GET', '/api/documents?limit=200');
  const typeOf = (id) => documents.find((one) => one.id === id)?.fileType;
  const one = assessments.find(
    ({ citations }) =>
      citations.length > 1 &&
      new Set(citations.map(({ text }) => text)).size > 1 &&
      citations.slice(0, 2).every(({ documentId }) => ['md', 'txt', 'docx'].includes(typeOf(documentId))),
  );
  assert.ok(one, 'something cites two places of text');
  await at.open(`/cm/runs/${run.id}/results?at=${one.requirementId}`);
  const evidence = page.getByRole('region', { name: 'Evidence' });
  const marked = async () => (await evidence.locator('mark').allTextContents()).join('');
  const squeezed = (text) => text.replace(/\s+/g, '');
  await until('the first citation is marked', async () => squeezed(await marked()).length > 0);
  // A table shows a row's values in its cells, without the names that precede them in the text.
  const isShown = (shown, cited) =>
    squeezed(cited).includes(squeezed(shown)) || squeezed(shown).includes(squeezed(cited)) || cited.includes(';');
  assert.ok(isShown(await marked(), one.citations[0].text), `${await marked()} | ${one.citations[0].text}`);
  await page.getByText(`citation 1 of ${one.citations.length}`).waitFor();
  await page.keyboard.press('c');
  await page.getByText(`citation 2 of ${one.citations.length}`).waitFor();
  assert.match(page.url(), /cite=2/);
  await until('the second citation is marked', async () => {
    const text = await marked();
    return text !== '' && isShown(text, one.citations[1].text);
  });
  await page.keyboard.press('Shift+C');
  await page.getByText(`citation 1 of ${one.citations.length}`).waitFor();
  await page.getByRole('button', { name: 'Previous citation' }).click(); // wraps from the first to the last
  await page.getByText(`citation ${one.citations.length} of ${one.citations.length}`).waitFor();
});

journey(
  'below 1100 px the evidence is a sheet; on a phone one thing is shown at a time',
  { as: 'VIEWER' },
  async (at) => {
    const { page } = at;
    const { run, assessments } = await sampleRun(at);
    const one = assessments.find(({ citations }) => citations.length > 0);
    await page.setViewportSize({ width: 1000, height: 800 });
    await at.open(`/cm/runs/${run.id}/results?at=${one.requirementId}`);
    await page.getByRole('button', { name: 'Evidence', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.locator('mark, .pdf-page').first().waitFor();
    await at.checkAccess('evidence as a sheet');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('list', { name: 'Requirements' }).getByRole('button').first().waitFor();
    assert.equal(await shownTitle(at).isVisible(), false);
    await at.look('results-list');
  },
);

journey('filters are in the address and survive a reload', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { run, assessments } = await sampleRun(at);
  await at.open(`/cm/runs/${run.id}/results?view=table`);
  await page.getByLabel('Status', { exact: true }).selectOption('Partial');
  const { criterionId } = assessments.find(({ status }) => status === 'PARTIAL').requirement;
  await page.getByLabel('Criterion', { exact: true }).selectOption(String(criterionId));
  const expected = assessments
    .filter((one) => one.status === 'PARTIAL' && one.requirement.criterionId === criterionId)
    .map(({ requirementId }) => requirementId);
  assert.ok(expected.length > 0);
  const rows = () => page.locator('tbody th a').allTextContents();
  await until('the rows are filtered', async () => (await rows()).join() === expected.join());
  await at.look('results-table');
  assert.match(page.url(), /status=PARTIAL/);
  await page.reload();
  await until('the rows are filtered again', async () => (await rows()).join() === expected.join());
  await page.getByRole('searchbox', { name: 'Find a requirement' }).fill('no such requirement');
  await page.getByRole('heading', { name: 'No requirement matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await until('all rows are there', async () => (await rows()).length > expected.length);
  await page.getByLabel('Confidence', { exact: true }).selectOption('Below 0.40');
  const low = assessments.filter((one) => one.confidence < 0.4 && one.status !== 'FAILED');
  await page.getByText(`${low.length} of ${assessments.length}`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'By criterion' }).click();
  await page.getByRole('list', { name: 'Requirements' }).getByRole('button', { expanded: true }).first().click();
  await at.look('results-tree');
});

journey('what other thresholds would change is shown, and nothing is changed', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { run } = await sampleRun(at);
  const other = await at.api('GET', `/api/runs/${run.id}/what-if?complete=0.6&partial=0.4`);
  assert.notEqual(other.changes.length, 0, 'the sample has a result that these thresholds change');
  await at.open(`/cm/runs/${run.id}/results`);
  await page.getByRole('button', { name: 'What if…' }).click();
  const sheet = page.getByRole('dialog', { name: 'What if the thresholds were different?' });
  await sheet.getByText('Nothing would change').waitFor();
  await sheet.getByLabel('Complete from').fill('0.6');
  await sheet.getByText(new RegExp(`^${other.changes.length} requirements? would change`)).waitFor();
  const { COMPLETE, PARTIAL, MISSING, FAILED } = other.counts;
  await sheet
    .getByRole('img', { name: `${COMPLETE} Complete, ${PARTIAL} Partial, ${MISSING} Missing, ${FAILED} Failed` })
    .waitFor();
  await at.look('results-what-if');
  // Complete cannot be below partial: the other slider moves with it.
  await sheet.getByLabel('Complete from').fill('0.3');
  assert.equal(await sheet.getByLabel('Partial from').inputValue(), '0.3');
  await sheet.getByRole('button', { name: 'Back to the run’s own' }).click();
  await sheet.getByText('Nothing would change').waitFor();
});

journey('a viewer sees the results and may not decide', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { run } = await sampleRun(at);
  const sent = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await at.open(`/cm/runs/${run.id}/results`);
  await page.getByText('To decide, you need the role Member').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Accept', exact: true }).count(), 0);
  await page.keyboard.press('a');
  await page.keyboard.press('o');
  await page.waitForTimeout(300);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(
    sent.filter((url) => url.includes('/reviews')),
    [],
  );
  await at.glance('results-viewer');
});

// Makes `count` assessments from those of the run.
async function withAssessments(at, run, count, change = () => ({})) {
  const {
    assessments: [model],
  } = await at.api('GET', `/api/runs/${run.id}/assessments?brief=true&limit=1`);
  const all = Array.from({ length: count }, (_, index) => ({
    ...model,
    requirementId: `R-${index}`,
    id: index === 0 ? model.id : `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    status: ['PARTIAL', 'MISSING', 'COMPLETE'][index % 3],
    confidence: ((index * 37) % 100) / 100,
    review: null,
    requirement: {
      ...model.requirement,
      title: `Requirement ${index} is met by what it demands`,
      criterionId: 1 + Math.floor(index / 40),
      criterionTitle: `Criterion ${1 + Math.floor(index / 40)}`,
    },
    ...change(index, model),
  }));
  await at.page.route(`**/api/runs/${run.id}/assessments?**`, (route) =>
    route.fulfill({ json: { assessments: all, nextCursor: null } }),
  );
  const full = await at.api('GET', `/api/assessments/${model.id}`);
  await at.page.route('**/api/assessments/00000000-*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({ json: { ...full, id } });
  });
  await at.page.route('**/api/assessments/00000000-*/reviews', (route) =>
    route.fulfill({ json: { reviews: [], nextCursor: null } }),
  );
}

journey('fifteen hundred requirements stay smooth', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { run } = await sampleRun(at);
  await withAssessments(at, run, 1500);
  await at.open(`/cm/runs/${run.id}/results`);
  await page.getByText('0 of 1,000 decided').waitFor();
  // The page's own work for each step of scrolling. Unlike a frame's time, it is not affected by other processes.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics
      .filter(({ name }) => ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name))
      .reduce((sum, { value }) => sum + value * 1000, 0);
  };
  const before = await worked();
  await page.evaluate(async () => {
    const list = document.querySelector('.review-list');
    for (let step = 0; step < 90; step += 1) {
      list.scrollTop += 900;
      await new Promise(requestAnimationFrame);
    }
  });
  const each = ((await worked()) - before) / 90;
  assert.ok(each <= 12, `a step of scrolling takes ${each.toFixed(1)} ms`);
  assert.ok((await page.locator('.review-item').count()) < 60, 'only those in sight are drawn');
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('n');
  await page.waitForFunction(() => {
    const current = document.querySelector('.review-item[aria-current]')?.getBoundingClientRect();
    const box = document.querySelector('.review-list').getBoundingClientRect();
    return current && current.top >= box.top && current.bottom <= box.bottom + 1;
  });
  await page.getByRole('button', { name: 'By criterion' }).click();
  await page.locator('.review-list').evaluate((list) => list.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Criterion 1 40' }).waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('row', { name: /^R-3 / }).waitFor();
  assert.ok((await page.locator('tbody tr').count()) < 60);
});

journey(
  'a failed evaluation comes first and can only be overridden; names from outside are text',
  { as: 'MEMBER' },
  async (at) => {
    const { page } = at;
    const { run } = await sampleRun(at);
    const wicked = '<img src=x onerror="window.hurt = 1"> ‮desrever';
    await withAssessments(at, run, 6, (index, model) =>
      index === 4
        ? { status: 'FAILED', confidence: 0, requirement: { ...model.requirement, title: wicked } }
        : index === 5
          ? {
              status: 'COMPLETE',
              needsReview: true,
              requirement: { ...model.requirement, title: 'يجب مراجعة حقوق الوصول كل ثلاثة أشهر' },
            }
          : {},
    );
    await page.route('**/api/assessments/00000000-0000-7000-8000-000000000004', (route) =>
      route.fulfill({
        json: {
          id: '00000000-0000-7000-8000-000000000004',
          runId: run.id,
          requirementId: 'R-4',
          status: 'FAILED',
          confidence: 0,
          citations: [],
          sources: [],
          places: [],
          reasoning: `${wicked} was not finished within 90 s.`,
          details: { error: { code: 'TIMEOUT', message: wicked }, subchecks: 'none', nearMisses: [7, null] },
          durationMs: 90000,
          createdAt: run.createdAt,
          requirement: { id: 'x', title: wicked, criterionId: 1, criterionTitle: 'Criterion', subcheckLabel: null },
        },
      }),
    );
    await at.open(`/cm/runs/${run.id}/results`);
    await page.getByText('The evaluation broke.').waitFor();
    assert.equal(await openOne(at), 'R-4');
    assert.equal(await page.getByRole('button', { name: 'Accept', exact: true }).isDisabled(), true);
    await page.getByText(/was not finished within 90 s/).waitFor();
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    await at.glance('results-failed');
    await page.keyboard.press('o');
    await page.getByRole('dialog').getByRole('radio').nth(2).waitFor(); // all three
  },
);

journey(
  'results that cannot be read say so and are tried again',
  { as: 'VIEWER', complaints: [/status of (500|404)/] },
  async (at) => {
    const { page } = at;
    const { run } = await sampleRun(at);
    let broken = true;
    await page.route(`**/api/runs/${run.id}/assessments?**`, (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: { error: 'INTERNAL', message: 'The request could not be processed.', requestId: 'r-9' },
          })
        : route.continue(),
    );
    await at.open(`/cm/runs/${run.id}/results`);
    const alert = page.getByRole('alert').filter({ hasText: 'The request could not be processed.' });
    await alert.getByText('r-9').waitFor();
    broken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await shownTitle(at).waitFor();
    await at.open('/cm/runs/00000000-0000-7000-8000-000000000000/results');
    await at.heading('There is nothing here');
  },
);

journey('long file names of what is near do not widen a result on a phone', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { run } = await sampleRun(at);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const requirementId of ['3.3', '8.1', '8.3']) {
    await at.open(`/cm/runs/${run.id}/results?at=${requirementId}`);
    await shownTitle(at).waitFor();
    await page
      .getByRole('link', { name: /\.(csv|md|pdf)$/ })
      .last()
      .waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, requirementId);
  }
});
