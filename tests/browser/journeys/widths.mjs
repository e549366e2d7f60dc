// SPDX-License-Identifier: Apache-2.0
// From 320 px to 4K: no view is wider than the screen, and nothing covers a view's title.
import assert from 'node:assert/strict';
import { sharedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const SIZES = [
  [320, 640],
  [641, 900],
  [1001, 800],
  [3840, 2160],
];

// Fails if the view as it stands does not fit one of the sizes. named: in messages and names of pictures.
async function fits(at, named) {
  const { page } = at;
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const found = await page.evaluate(() => {
      const title = document.querySelector('h1').getBoundingClientRect();
      const top = document.elementFromPoint(title.left + 4, title.top + title.height / 2);
      const beyond = [...document.querySelectorAll('main :is(button, a, input, select)')].filter((one) => {
        const box = one.getBoundingClientRect();
        return (
          box.width > 0 &&
          box.right > innerWidth + 1 &&
          !one.closest('.board, .tabs, .text-table, .changes-box, [tabindex="0"]')
        );
      });
      return {
        wide: document.documentElement.scrollWidth - innerWidth,
        covered: !top?.closest('h1, .page-head-text'),
        beyond: beyond.map(({ outerHTML }) => outerHTML.slice(0, 120)),
      };
    });
    assert.ok(found.wide <= 0, `${named} at ${width} px is ${found.wide} px too wide`);
    assert.equal(found.covered, false, `${named} at ${width} px: something covers the title`);
    assert.deepEqual(found.beyond, [], `${named} at ${width} px: out of reach`);
    if (width === 320 || width === 3840)
      await at.photograph(`width-${width}${named.replaceAll(/[^a-z]+/g, '-').slice(0, 24)}`);
  }
}

async function walk(at, views) {
  for (const [path, ready] of views) {
    await at.open(path);
    await ready().waitFor();
    await fits(at, path);
  }
}

journey('the portal fits from 320 px to 4K', {}, async (at) => {
  const { page } = at;
  const { run, pack } = await sharedTenant(at, 'MEMBER');
  const {
    documents: [document],
  } = await at.api('GET', '/api/documents?limit=1');
  const row = () => page.getByRole('row').nth(1);
  await walk(at, [
    ['/cm/overview', () => page.getByRole('region', { name: 'Coverage' })],
    ['/cm/evidence', row],
    [`/cm/evidence/${document.id}`, () => page.getByRole('tab', { name: 'Facts' })],
    [`/cm/requirements?pack=${pack}`, row],
    ['/cm/runs', row],
    [`/cm/runs/${run.id}`, () => page.getByText('Freeze the record')],
    [`/cm/runs/${run.id}/results`, () => page.getByRole('region', { name: 'Judgement', exact: true })],
    ['/cm/tasks', () => page.getByRole('heading', { name: /^Done/ })],
    ['/cm/exports', () => page.getByText('How to check an evidence package')],
    ['/cm/search?q=access', () => page.getByRole('heading', { name: 'Evidence', level: 2 })],
    ['/cm/settings', () => page.getByRole('heading', { name: 'API tokens' })],
  ]);
});

journey('the administration fits from 320 px to 4K', {}, async (at) => {
  const { page } = at;
  const { run, pack } = await sharedTenant(at, 'ADMIN');
  const row = () => page.getByRole('row').nth(1);
  await walk(at, [
    ['/admin/runs', row],
    [`/admin/runs/${run.id}`, () => page.getByRole('tree', { name: 'Spans of the run over time' })],
    ['/admin/audit', row],
    ['/admin/packs', row],
    [`/admin/packs/${pack}`, () => page.getByRole('tab', { name: /^Requirements/ })],
    ['/admin/packs/import', () => page.getByRole('button', { name: /^Choose/ })],
    ['/admin/bindings', row],
    [`/admin/bindings/${pack}`, () => page.getByRole('heading', { name: 'History' })],
    ['/admin/glossary', () => page.getByRole('button', { name: 'Add a name' })],
    ['/admin/corpora', () => page.getByRole('main')],
    ['/admin/retention', () => page.getByRole('button', { name: 'Save the changes' })],
    ['/admin/retention?show=holds', () => page.getByRole('button', { name: 'Hold everything…' })],
    ['/admin/users', row],
    ['/admin/operations', () => page.getByRole('heading', { name: 'Workers' })],
  ]);
});

// Large counts, long names and the longer words of German need more room than the sample's run.
for (const [language, tree, replay, replayed] of [
  ['en', 'Spans of the run over time', 'Replay', 'Replay verified.'],
  ['de', /./, 'Wiedergeben', 'Wiedergabe geprüft.'],
]) {
  journey(`a large run fits the administration from 320 px to 4K, in ${language}`, {}, async (at) => {
    const { page } = at;
    const { run } = await sharedTenant(at, 'ADMIN');
    const path = `/admin/runs/${run.id}`;
    const details = await at.api('GET', `/api/admin/runs/${run.id}`);
    Object.assign(details.run, {
      counts: { COMPLETE: 10_106, PARTIAL: 1_412, MISSING: 2_238, FAILED: 1_112 },
      rerunOf: run.id,
      failureReason: `${'word '.repeat(20)}${'x'.repeat(120)}`,
    });
    details.pins.documentsNotSearched = [
      { documentId: run.id, originalFilename: `${'long_name_'.repeat(20)}.pdf`, reason: 'timeout', message: null },
    ];
    await page.route(`**/api/admin/runs/${run.id}`, (route) => route.fulfill({ json: details }));
    await page.addInitScript((code) => localStorage.setItem('assay.language', code), language);
    await at.open(path);
    await page.getByRole('tree', { name: tree }).waitFor();
    await fits(at, `${path} (${language})`);
    await page.getByRole('button', { name: replay, exact: true }).click();
    await page.getByText(replayed).first().waitFor();
    await fits(at, `${path} replayed (${language})`);
  });
}
