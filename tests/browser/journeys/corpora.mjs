// SPDX-License-Identifier: Apache-2.0
// Corpora: a text is added, its progress shown, and put in force; failures say why.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { journey } from '../journey.mjs';

const ARTICLES = `## Article 1 Backup

Every undertaking shall keep backup copies of its data.

## Article 2 Access

Access rights shall be reviewed every quarter.
`;
const act = (title) => ({
  name: 'act.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(`# ${title}\n\n${ARTICLES}`),
});

journey('a corpus is taken in from a file and put in force', { as: 'ADMIN', tenant: 1 }, async (at) => {
  const { page } = at;
  const title = `Harbour Act ${randomBytes(4).toString('hex')}`;
  await at.open('/admin/corpora');
  await at.heading('Corpora');
  await page.getByRole('button', { name: 'Add a corpus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a corpus' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('The text comes from').selectOption('A file');
  await dialog.getByLabel('File', { exact: true }).setInputFiles(act(title));
  await at.glance('admin-corpus-new');
  await dialog.getByRole('button', { name: 'Add a corpus' }).click();
  await at.heading(title);
  await page.getByText('No text of this corpus is in force').waitFor();
  const row = page.getByRole('row', { name: /act\.md/ });
  await row.getByText('Read', { exact: true }).waitFor();
  await row.getByRole('img', { name: '3 of 3 stages, Read' }).waitFor();
  await row.getByRole('button', { name: 'Put in force' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put in force' }).click();
  await row.getByText('In force', { exact: true }).waitFor();
  await page
    .getByRole('table', { name: 'In force since' })
    .getByRole('row', { name: /act\.md/ })
    .waitFor();
  assert.equal(await page.getByText('No text of this corpus is in force').count(), 0);

  await page.getByRole('button', { name: 'Read the text again' }).click();
  const again = page.getByRole('dialog', { name: 'Read the text again' });
  await again.getByLabel('From the file that was uploaded last').waitFor();
  await again.getByRole('button', { name: 'Read the text again' }).click();
  await page.getByRole('button', { name: 'Put in force' }).waitFor(); // of the second one
  await at.look('admin-corpus');
  await at.open('/admin/corpora');
  await page.getByRole('row', { name: new RegExp(title) }).waitFor();
  await at.look('admin-corpora');
});

journey('a text that cannot be fetched says why, and nothing polls after', { as: 'ADMIN', tenant: 1 }, async (at) => {
  const { page } = at;
  await at.open('/admin/corpora');
  await page.getByRole('button', { name: 'Add a corpus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a corpus' });
  await dialog.getByLabel('Title').fill('لائحة <img src=x onerror=alert(1)>');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/act');
  await dialog.getByRole('button', { name: 'Add a corpus' }).click();
  await at.heading('لائحة <img src=x onerror=alert(1)>');
  const row = page.getByRole('row', { name: /127\.0\.0\.1/ });
  await row.getByText('Failed', { exact: true }).waitFor();
  assert.notEqual(await row.locator('p.missing').innerText(), '');
  assert.equal(await row.getByRole('button', { name: 'Put in force' }).count(), 0);
  await at.glance('admin-corpus-failed');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.waitForTimeout(1500);
  assert.deepEqual(
    asked.filter((url) => url.includes('/api/')),
    [],
  );
});

journey('a corpus being taken in is followed by its stages', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  const { corpus } = await at.api('POST', '/api/admin/corpora', { title: 'Followed' });
  const began = new Date().toISOString();
  let status = 'PARSING';
  await page.route(`**/api/admin/corpora/${corpus.id}/ingestions?**`, (route) =>
    route.fulfill({
      json: {
        nextCursor: null,
        ingestions: [
          {
            id: corpus.id,
            corpusId: corpus.id,
            status,
            sourceUrl: 'https://example.org/act',
            originalFilename: null,
            fileType: null,
            contentType: null,
            sizeBytes: null,
            sha256Hash: null,
            pageCount: null,
            passageCount: status === 'COMPLETED' ? 12 : null,
            createdBy: null,
            createdAt: began,
            fetchingAt: began,
            parsingAt: began,
            indexingAt: status === 'COMPLETED' ? began : null,
            completedAt: status === 'COMPLETED' ? began : null,
            failedAt: null,
            errorDetails: null,
          },
        ],
      },
    }),
  );
  await at.open(`/admin/corpora/${corpus.id}`);
  await page.getByRole('img', { name: '1 of 3 stages, Reading it' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Read the text/ }).isDisabled(), true);
  status = 'COMPLETED';
  await page.getByRole('img', { name: '3 of 3 stages, Read' }).waitFor();
});

journey('a tenant without corpora is told what they are for', { as: 'ADMIN' }, async (at) => {
  await at.page.route('**/api/admin/corpora?**', (route) => route.fulfill({ json: { corpora: [], nextCursor: null } }));
  await at.open('/admin/corpora');
  await at.page.getByRole('heading', { name: 'No corpora yet' }).waitFor();
  await at.glance('admin-corpora-empty');
});
