// SPDX-License-Identifier: Apache-2.0
// The board: dragging, keys, menu, undo, a task in full, filters, and roles that may not change it.
import assert from 'node:assert/strict';
import { freshTenant, judgedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const judged = judgedTenant();
const judgedForMany = judgedTenant();

const column = (page, name) => page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) });
const card = (where, task) =>
  where.getByRole('listitem').filter({ has: where.page().locator(`[data-task="${task.id}"]`) });

async function waitForStatus(at, task, status) {
  for (let tries = 0; ; tries += 1) {
    const { tasks } = await at.api('GET', '/api/tasks?limit=200');
    const now = tasks.find(({ id }) => id === task.id);
    if (now.status === status) return now;
    assert.ok(tries < 50, `the task is ${now.status} and not ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

journey('a task is dragged to done, and that is undone', {}, async (at) => {
  const { page } = at;
  await judged(at, 'MEMBER');
  const { tasks } = await at.api('GET', '/api/tasks?status=PENDING&limit=200');
  const byRequirement = (a, b) => a.requirementId.localeCompare(b.requirementId, undefined, { numeric: true });
  const [task] = tasks.sort(byRequirement); // the first on the board, so that nothing scrolls meanwhile
  await at.open('/cm/tasks');
  await card(column(page, 'To do'), task).dragTo(column(page, 'Done'), { targetPosition: { x: 60, y: 60 } });
  await card(column(page, 'Done'), task).waitFor();
  await waitForStatus(at, task, 'COMPLETED');
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(column(page, 'To do'), task).waitFor();
  await waitForStatus(at, task, 'PENDING');
});

journey('a task goes to done with the keyboard alone, and by its menu', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'MEMBER');
  const {
    tasks: [, task, other],
  } = await at.api('GET', '/api/tasks?status=PENDING&limit=3');
  await at.open('/cm/tasks');
  const title = page.locator(`[data-task="${task.id}"]`);
  await title.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await card(column(page, 'In progress'), task).waitFor();
  assert.equal(await title.evaluate((one) => one === document.activeElement), true, 'the focus goes with the task');
  await waitForStatus(at, task, 'IN_PROGRESS');
  await page.keyboard.press('Shift+ArrowRight');
  await card(column(page, 'Done'), task).waitFor();
  await waitForStatus(at, task, 'COMPLETED');
  await page
    .getByRole('status')
    .getByText(`The task of ${task.requirementId} is moved to Done.`)
    .waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowLeft'); // there is no card to move to
  assert.equal(await title.evaluate((one) => one === document.activeElement), true);

  await card(column(page, 'To do'), other)
    .getByRole('button', { name: /^Actions for the task/ })
    .click();
  await at.glance('task-menu');
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await card(column(page, 'In progress'), other).waitFor();

  // In full: assignee, due date, and the link back to the result.
  await page.locator(`[data-task="${other.id}"]`).click();
  const sheet = page.getByRole('dialog', { name: `Task of ${other.requirementId}` });
  assert.equal(
    await sheet.getByRole('link', { name: 'Open the result' }).getAttribute('href'),
    `/cm/runs/${tenant.run.id}/results?at=${encodeURIComponent(other.requirementId)}`,
  );
  await sheet.getByLabel('Assignee').fill(tenant.user('MEMBER').email);
  await sheet.getByLabel('Due date').fill('2026-02-28');
  await at.look('task');
  await sheet.getByRole('button', { name: 'Save task' }).click();
  await sheet.waitFor({ state: 'detached' });
  await card(page.locator('main'), other).getByText('MEMBER person').waitFor();
  await card(page.locator('main'), other).getByText('Overdue since 28 Feb 2026').waitFor();
  await at.look('tasks');

  await page.getByRole('button', { name: /^Overdue 1$/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('.task-card').length === 1);
  await page.getByRole('button', { name: /^Mine 1$/ }).click();
  assert.match(page.url(), /\/cm\/tasks\?show=mine$/);
  await page.reload();
  await card(page.locator('main'), other).waitFor();
  await page.getByRole('searchbox', { name: 'Find a task' }).fill('no such task');
  await page.getByText('No task matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).selectOption('Nobody');
  await card(page.locator('main'), other).waitFor({ state: 'detached' });
});

journey('tasks stand by criterion, and many are assigned at once', {}, async (at) => {
  const { page } = at;
  const tenant = await judgedForMany(at, 'MEMBER');
  const { tasks } = await at.api('GET', '/api/tasks?limit=200');
  const { criteria } = await at.api('GET', `/api/criteria?packId=${tenant.pack}`);
  await at.open('/cm/tasks');
  await page.getByRole('button', { name: 'By criterion' }).click();
  const used = criteria.filter(({ criterionId }) => tasks.some((task) => task.criterionId === criterionId));
  const [first, second] = used.map(({ criterionId, criterionTitle }) => ({
    title: `${criterionId} ${criterionTitle}`,
    tasks: tasks.filter((task) => task.criterionId === criterionId),
  }));
  await page.getByRole('heading', { level: 2, name: first.title }).waitFor();
  assert.equal(await page.getByRole('main').getByRole('heading', { level: 2 }).count(), used.length);
  await at.look('tasks-by-criterion');
  await page.getByRole('checkbox', { name: `Select all of ${first.title}` }).check();
  await page
    .getByRole('checkbox', { name: `Select the task of ${second.tasks[0].requirementId}`, exact: true })
    .check();
  const count = first.tasks.length + 1;
  const bar = page.getByRole('group', { name: 'Selection' });
  await bar.getByText(`${count} tasks selected`).waitFor();
  await bar.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: `Assign ${count} tasks` });
  await dialog.getByRole('button', { name: `Assign ${count} tasks` }).click();
  await dialog.getByText('Enter an assignee, or choose a due date.').waitFor();
  await dialog.getByLabel('Assignee', { exact: true }).fill(tenant.user('MEMBER').email);
  await dialog.getByLabel('Due date').fill('2030-05-31');
  await at.look('tasks-assign');
  await dialog.getByRole('button', { name: `Assign ${count} tasks` }).click();
  await dialog.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
  const { tasks: mine } = await at.api(
    'GET',
    `/api/tasks?limit=200&assignee=${encodeURIComponent(tenant.user('MEMBER').email)}`,
  );
  assert.deepEqual(mine.map(({ id }) => id).sort(), [...first.tasks, second.tasks[0]].map(({ id }) => id).sort());
  assert.ok(mine.every(({ dueDate }) => dueDate === '2030-05-31'));
  await page.getByRole('button', { name: `Mine ${count}` }).click();
  await page.reload(); // the view is in the address
  await page.getByRole('heading', { level: 2, name: first.title }).waitFor();
  assert.equal(await page.locator('.task-row').count(), count);
});

journey('a viewer sees the board and moves nothing', {}, async (at) => {
  const { page } = at;
  await judged(at, 'VIEWER');
  await at.open('/cm/tasks');
  await page.getByText('To work on them, you need the role Member').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Actions for the task/ }).count(), 0);
  const first = page.locator('[data-task]').first();
  await first.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await first.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('To do').waitFor();
  assert.equal(await sheet.getByRole('button', { name: 'Save task' }).count(), 0);
  await at.glance('task-viewer');
});

journey('a move that is refused is taken back', { complaints: [/status of 409/] }, async (at) => {
  const { page } = at;
  await judged(at, 'MEMBER');
  await page.route('**/api/tasks/*', (route) =>
    route.fulfill({ status: 409, json: { error: 'CONFLICT', message: 'The task cannot change to that status' } }),
  );
  await at.open('/cm/tasks');
  const title = column(page, 'To do').locator('[data-task]').first();
  const id = await title.getAttribute('data-task');
  await title.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('The task cannot change to that status').first().waitFor();
  await card(column(page, 'To do'), { id }).waitFor();
});

journey('a tenant without tasks is told where they come from', {}, async (at) => {
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/tasks');
  await at.page.getByRole('heading', { name: 'No tasks' }).waitFor();
  await at.glance('tasks-empty');
});
