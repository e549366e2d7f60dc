// SPDX-License-Identifier: Apache-2.0
// The results of a run are read: the cited words, filters in the address, the effect of other thresholds, and many
// results at once.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { shownTitle, until, withAssessments } from '../results_steps.mjs';
import { sampleRun } from '../sample_run.mjs';

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
  await sheet.getByRole('button', { name: 'Reset to the run’s own' }).click();
  await sheet.getByText('Nothing would change').waitFor();
});

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
