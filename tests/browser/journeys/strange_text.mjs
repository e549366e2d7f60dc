// SPDX-License-Identifier: Apache-2.0
// Text that tries to be more than text is shown as plain text in every view. Views are found by their links, so that
// new ones are included.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { whatIsWrong, withStrangeText } from '../planted_text.mjs';

const shapeOf = (path) =>
  path
    .replace(/\?.*/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    .replace(/\/\d+(?=\/|$)/g, '/:n');
const MOST_VIEWS = 28;

async function walk(at, starts) {
  const { page } = at;
  const left = [...starts];
  const known = new Set(); // address patterns
  const seen = new Set();
  const wrong = [];
  let text = '';
  while (left.length > 0 && known.size < MOST_VIEWS) {
    const path = left.shift();
    const shape = shapeOf(path);
    if (seen.has(path) || (known.has(shape) && !starts.includes(path))) continue;
    seen.add(path);
    known.add(shape);
    await at.open(path);
    const title = page.getByRole('heading', { level: 1 }).first();
    await title.waitFor();
    if ((await title.textContent()) === 'There is nothing here') known.delete(shape);
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined); // this view follows something
    for (const one of await page.evaluate(whatIsWrong)) wrong.push(`${path}: ${one}`);
    text += await page.evaluate(() => document.body.innerText);
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a[href^="/cm/"], a[href^="/admin/"]')].map((one) => one.getAttribute('href')),
    );
    left.push(...links.filter((link) => link.startsWith(starts[0].slice(0, 4))));
  }
  assert.deepEqual(wrong, []);
  return { known, text };
}

journey('strange text is text in every view of the portal', {}, async (at) => {
  const all = await withStrangeText(at);
  const pack = `pack=${all.packId}`;
  const { known, text } = await walk(at, [
    `/cm/overview?${pack}`,
    `/cm/requirements?${pack}`,
    `/cm/requirements?${pack}&requirement=1.1`,
    '/cm/evidence',
    '/cm/tasks',
    `/cm/tasks?task=${all.task.id}`,
    '/cm/exports',
    '/cm/settings',
    '/cm/search?q=backups',
    ...all.documents.map(({ id }) => `/cm/evidence/${id}`),
    `/cm/runs/${all.run.id}`,
    `/cm/runs/${all.run.id}/results?at=1.1`,
  ]);
  console.log(`         ${known.size} views`);
  const places = [
    'Tenantname',
    'Person ADMIN',
    'Packname',
    'Criterion',
    'Statement',
    'Guidance',
    'Expected',
    'Filename',
    'Insidetext',
    'inside<img',
    'Assignee',
    'Tokenname',
  ];
  if (known.has('/cm/runs/:id/results')) places.push('Evidencetext', 'Reviewnote');
  assert.deepEqual(
    places.filter((mark) => !text.includes(mark)),
    [],
    'each was seen somewhere',
  );
  await at.open(`/cm/tasks?task=${all.task.id}`);
  await at.page.getByRole('dialog').waitFor();
  await at.glance('strange-task');
  await at.open(`/cm/overview?${pack}`);
  await at.page.getByRole('region', { name: 'Coverage' }).waitFor();
  await at.look('strange-overview');
});

journey('strange text is text in every view of the administration', {}, async (at) => {
  const all = await withStrangeText(at);
  const { known, text } = await walk(at, [
    '/admin/',
    '/admin/users',
    '/admin/settings',
    `/admin/packs/${all.packId}`,
    `/admin/bindings/${all.packId}`,
    `/admin/runs/${all.run.id}`,
    '/admin/audit',
  ]);
  console.log(`         ${known.size} views`);
  for (const mark of ['Tenantname', 'Person VIEWER', 'Tokenname', 'Packname', 'Criterion', 'Statement', 'Corpustitle'])
    assert.ok(text.includes(mark), mark);
});
