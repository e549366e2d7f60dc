// SPDX-License-Identifier: Apache-2.0
// Exports: requested in each format, downloaded, opened, their hashes compared.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshTenant, judgedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const judged = judgedTenant();

// The first bytes of a file of each format.
const BEGINS = {
  'PDF report': '%PDF-',
  'HTML report': '<!DOCTYPE html>',
  'Excel workbook': 'PK',
  'CSV table': '',
  'Evidence package': 'PK',
  OSCAL: 'PK',
  JSON: '{',
};

async function make(page, name) {
  await page.waitForLoadState('networkidle'); // earlier exports are in the list
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
  const before = await row.count();
  await page.getByRole('button', { name: `Make ${name}` }).click();
  await page.waitForFunction(
    ([text, many]) =>
      [...document.querySelectorAll('tbody tr')].filter((one) => one.textContent.includes(text)).length > many,
    [name, before],
  );
  return row.first();
}

async function save(page, row, name) {
  const coming = page.waitForEvent('download');
  await row.getByRole('button', { name: `Download ${name}` }).click();
  const file = await coming;
  return { bytes: readFileSync(await file.path()), name: file.suggestedFilename() };
}

journey('each format is made, downloaded and is what it says', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'MEMBER');
  await at.open('/cm/exports');
  await page.getByLabel('Run', { exact: true }).waitFor();
  for (const name of Object.keys(BEGINS)) await make(page, name);
  for (const [name, begin] of Object.entries(BEGINS)) {
    const { bytes } = await save(page, page.getByRole('row', { name: new RegExp(`^${name}`) }).first(), name);
    assert.equal(bytes.subarray(0, begin.length).toString(), begin, name);
    assert.ok(bytes.length > 200, `${name} has ${bytes.length} bytes`);
  }
  await at.look('exports');
  const { exports } = await at.api('GET', '/api/exports');
  assert.deepEqual(
    new Set(exports.map(({ format }) => format)),
    new Set(['pdf', 'html', 'xlsx', 'csv', 'package', 'oscal', 'json']),
  );
  assert.ok(exports.every(({ runId }) => runId === tenant.run.id));
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  assert.match(page.url(), /\?format=json$/);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
});

journey('an evidence package is opened and passes the check that the page tells', {}, async (at) => {
  const { page } = at;
  await judged(at, 'MEMBER');
  await at.open('/cm/exports');
  const { bytes, name } = await save(page, await make(page, 'Evidence package'), 'Evidence package');
  assert.match(name, /\.zip$/);
  const {
    exports: [made],
  } = await at.api('GET', '/api/exports?format=package&limit=1');
  assert.equal(createHash('sha256').update(bytes).digest('hex'), made.sha256);
  await page
    .getByRole('row', { name: /^Evidence package/ })
    .first()
    .getByRole('button', { name: `Copy ${made.sha256}` })
    .click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), made.sha256);
  await page.getByRole('button', { name: 'Copy sha256sum -c SHA256SUMS' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const folder = mkdtempSync(join(tmpdir(), 'assay-journey-'));
  try {
    at.stack.withFile(bytes, (file) => execFileSync('python3', ['-m', 'zipfile', '-e', file, folder]));
    const said = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    assert.ok(
      said
        .trim()
        .split('\n')
        .every((line) => line.endsWith(': OK')),
      said,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

journey('exports in every state, and those that failed say why', {}, async (at) => {
  const { page } = at;
  const tenant = await judged(at, 'VIEWER');
  const model = {
    runId: tenant.run.id,
    requestedBy: null,
    createdAt: new Date().toISOString(),
    completedAt: null,
    failedAt: null,
    failureReason: null,
    sizeBytes: null,
    sha256: null,
  };
  let state = 'IN_PROGRESS';
  const asked = [];
  await page.route('**/api/exports?**', (route) => {
    asked.push(Date.now());
    return route.fulfill({
      headers: { ETag: `"${state}"` },
      json: {
        nextCursor: null,
        exports: [
          { ...model, id: 'a', format: 'pdf', status: 'QUEUED' },
          { ...model, id: 'b', format: 'xlsx', status: state },
          {
            ...model,
            id: 'c',
            format: 'package',
            status: 'FAILED',
            failureReason: 'An original could not be read. Ask for it again.',
          },
        ],
      },
    });
  });
  await at.open('/cm/exports');
  await page.getByText('To request a file, you need the role Member').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Make/ }).count(), 0);
  await page.getByText('Waiting').waitFor();
  await page.getByText('An original could not be read. Ask for it again.').waitFor();
  await at.glance('exports-states');
  state = 'FAILED';
  await page.getByRole('status').getByText('Excel workbook could not be made.').waitFor({ state: 'attached' });
  for (let index = 2; index < asked.length; index += 1) assert.ok(asked[index] - asked[index - 2] >= 950);
});

journey('a tenant without a run is told what a file is made of', {}, async (at) => {
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/exports');
  await at.page.getByRole('heading', { name: 'No run has completed yet' }).waitFor();
  await at.glance('exports-empty');
});
