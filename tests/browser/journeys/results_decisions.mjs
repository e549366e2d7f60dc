// SPDX-License-Identifier: Apache-2.0
// The results of a run are decided on: with keys, by override, many at once, and who may not.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { needsDecision, openOne, reviewsOf, shownTitle, until, withAssessments } from '../results_steps.mjs';
import { freshRun, sampleRun } from '../sample_run.mjs';

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
    await page.getByText('The evaluation failed.').waitFor();
    assert.equal(await openOne(at), 'R-4');
    assert.equal(await page.getByRole('button', { name: 'Accept', exact: true }).isDisabled(), true);
    await page.getByText(/was not finished within 90 s/).waitFor();
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    await at.glance('results-failed');
    await page.keyboard.press('o');
    await page.getByRole('dialog').getByRole('radio').nth(2).waitFor(); // all three
  },
);
