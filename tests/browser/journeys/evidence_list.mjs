// SPDX-License-Identifier: Apache-2.0
// The list of evidence: its contents, filters in the address, many documents, hostile names.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

// Makes `count` documents from the response to the list, page by page like the service.
async function withDocuments(at, count, change = () => ({})) {
  const {
    documents: [model],
  } = await at.api('GET', '/api/documents?limit=1&status=READY');
  assert.ok(model, 'the stack has a document');
  await at.page.route('**/api/documents?**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const until = Math.min(count, from + Number(query.get('limit')));
    const documents = Array.from({ length: until - from }, (_, index) => ({
      ...model,
      id: `00000000-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
      originalFilename: `document ${from + index}.pdf`,
      ...change(from + index),
    }));
    return route.fulfill({ json: { documents, total: count, nextCursor: until < count ? String(until) : null } });
  });
}

journey('evidence is listed and filtered by what the address says', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/');
  await page.getByRole('link', { name: 'Evidence' }).first().click();
  const row = page.getByRole('row', { name: /shared-policy\.md/ });
  await row.getByText('Ready', { exact: true }).waitFor();
  await row.getByRole('img', { name: '5 of 5 stages, Ready' }).waitFor();
  await at.look('evidence');
  await page.getByRole('searchbox', { name: 'Find by file name' }).fill('no such name');
  await page.getByText('No document matches').waitFor();
  assert.match(page.url(), /\?q=no\+such\+name$/);
  await at.glance('evidence-no-match');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row.waitFor();
  assert.match(page.url(), /\/evidence$/);
});

journey('a tenant without evidence is told what to do', { as: 'VIEWER' }, async (at) => {
  await withDocuments(at, 0);
  await at.open('/cm/evidence');
  await at.page.getByRole('heading', { name: 'No evidence yet' }).waitFor();
  await at.look('evidence-empty');
});

journey('ten thousand documents scroll, a few of them drawn', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await withDocuments(at, 10_000);
  await at.open('/cm/evidence');
  await page.getByRole('row', { name: /document 0\.pdf/ }).waitFor();
  for (let screens = 0; screens < 60; screens += 1) {
    await page.evaluate(() => scrollBy(0, innerHeight * 4));
    await page.waitForTimeout(20);
  }
  await page
    .getByRole('row', { name: /document [1-9]\d{3}\.pdf/ })
    .first()
    .waitFor();
  const drawn = await page.locator('tbody tr').count();
  assert.ok(drawn < 60, `${drawn} rows are drawn`);
});

journey('a document that is being read is followed, at most twice a second', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const started = { indexedAt: null, readyAt: null, status: 'PARSED' };
  await withDocuments(at, 4, (index) => (index === 0 ? {} : started));
  const asked = [];
  let ready = false;
  await page.route('**/api/documents/*/status*', (route) => {
    asked.push(Date.now());
    const id = route.request().url().split('/').at(-2);
    return route.fulfill({
      headers: { ETag: `"${asked.length}"` },
      json: {
        id,
        ...started,
        status: ready ? 'READY' : 'PARSED',
        extractedAt: null,
        parsedAt: null,
        failedAt: null,
        failureReason: null,
        uploadedAt: new Date().toISOString(),
        progress: { stage: ready ? null : 'EMBEDDING', done: 41, total: 58 },
      },
    });
  });
  await page.route(/\/api\/documents\/0[0-9a-f-]{35}$/, async (route) => {
    const {
      documents: [model],
    } = await at.api('GET', '/api/documents?limit=1&status=READY'); // the document once it is ready
    return route.fulfill({ json: { ...model, id: route.request().url().split('/').at(-1) } });
  });
  await at.open('/cm/evidence');
  await page.getByText('Embedding 41 of 58').first().waitFor();
  await at.glance('evidence-being-read');
  ready = true;
  await page.getByText('Embedding 41 of 58').first().waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => [...document.querySelectorAll('tbody tr')].filter((row) => row.innerText.includes('Ready')).length === 4,
  );
  for (let index = 2; index < asked.length; index += 1) {
    assert.ok(asked[index] - asked[index - 2] >= 950, `three looks within ${asked[index] - asked[index - 2]} ms`);
  }
  const before = asked.length;
  await page.waitForTimeout(1500);
  assert.equal(asked.length, before, 'nothing is asked once nothing moves');
});

journey(
  'an error is said with its request, and tried again',
  { as: 'VIEWER', complaints: [/status of 500/] },
  async (at) => {
    const { page } = at;
    let broken = true;
    await page.route('**/api/documents?**', (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: { error: 'INTERNAL', message: 'The request could not be processed.', requestId: 'r-7' },
          })
        : route.continue(),
    );
    await at.open('/cm/evidence');
    const alert = page.getByRole('alert');
    await alert.getByText('The request could not be processed.').waitFor();
    await alert.getByText('r-7').waitFor();
    await at.glance('evidence-error');
    broken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /shared-policy\.md/ }).waitFor();
  },
);

const NAMES = [
  '<script>window.hurt = 1</script>.pdf',
  '<img src=x onerror="window.hurt = 1">.pdf',
  '"><svg onload=window.hurt=1>.pdf',
  'javascript:window.hurt=1',
  '\u202Efdp.exe',
  'عقد-المورد.pdf',
  `${'long '.repeat(48)}.pdf`,
];

journey('names from outside are text and nothing else', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await withDocuments(at, NAMES.length, (index) => ({
    originalFilename: NAMES[index],
    status: index % 2 ? 'FAILED' : 'READY',
    failureReason: index % 2 ? `${NAMES[index]} needs a password. Upload a copy without one.` : null,
    readyAt: null,
  }));
  await at.open('/cm/evidence');
  for (const name of NAMES.slice(0, 4)) await page.getByText(name, { exact: true }).waitFor();
  await page.getByText('\ufffdfdp.exe', { exact: true }).waitFor(); // not reversed
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  await at.look('evidence-strange-names');
});

journey('how long ago something was goes on with the clock', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await withDocuments(at, 1, () => ({ uploadedAt: new Date().toISOString() }));
  await page.clock.install();
  await at.open('/cm/evidence');
  const row = page.getByRole('row', { name: /document 0\.pdf/ });
  await row.getByText('now', { exact: true }).waitFor();
  await page.clock.fastForward(185_000);
  await row.getByText('3 minutes ago').waitFor();
});

journey('how many pages of a long document are read is shown', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await withDocuments(at, 2, (index) => ({
    fileType: index === 0 ? 'pdf' : 'zip',
    status: 'UPLOADED',
    readyAt: null,
    originalFilename: index === 0 ? 'long.pdf' : 'many.zip',
  }));
  await page.route('**/api/documents/*/status', (route) =>
    route.fulfill({
      json: {
        id: new URL(route.request().url()).pathname.split('/').at(-2),
        status: 'UPLOADED',
        progress: { stage: 'EXTRACTION', done: 1040, total: 4784 },
      },
    }),
  );
  await at.open('/cm/evidence');
  await page
    .getByRole('row', { name: /long\.pdf/ })
    .getByText('Reading, 1,040 of 4,784 pages')
    .waitFor();
  await page
    .getByRole('row', { name: /many\.zip/ })
    .getByText('Reading, 1,040 of 4,784 files')
    .waitFor();
  await at.glance('evidence-pages');
});

const UNSUPPORTED =
  'The file is a PNG image, which Assay does not read. Assay reads PDF, Word, Excel, PowerPoint, Outlook, OpenDocument, RTF, EPUB, e-mail (EML), web page, SVG, Markdown, text, CSV, VCF, ICS, JSON and XML files, pictures of pages, and archives and mailboxes of these. Convert the file to one of these and upload that.';

journey(
  'why a document could not be read is shown whole, and it is read again only where that can help',
  { as: 'MEMBER' },
  async (at) => {
    const { page } = at;
    await withDocuments(at, 2, (index) => ({
      status: 'FAILED',
      readyAt: null,
      failedAt: new Date().toISOString(),
      ...(index === 0
        ? { failureCode: 'unsupported', failureReason: UNSUPPORTED }
        : {
            failureCode: 'timeout',
            failureReason:
              'Reading the document took longer than Assay allows. Split it into smaller files, or upload a simpler copy.',
          }),
    }));
    await at.open('/cm/evidence');
    const [hopeless, hopeful] = [
      page.getByRole('row', { name: /document 0\.pdf/ }),
      page.getByRole('row', { name: /document 1\.pdf/ }),
    ];
    await hopeful.getByRole('button', { name: 'Retry document 1.pdf' }).waitFor();
    assert.equal(await hopeless.getByRole('button', { name: /^Retry/ }).count(), 0);
    await hopeless.getByRole('button', { name: /^Failed/ }).click();
    const why = page.getByRole('dialog', { name: 'document 0.pdf' });
    assert.equal(await why.locator('.dialog-body').innerText(), UNSUPPORTED);
    await at.glance('evidence-why-failed');
    await page.keyboard.press('Escape');
    await at.open('/cm/evidence?status=failed'); // where it fits completely
    const text = hopeless.locator('.whole');
    await text.waitFor();
    assert.deepEqual(
      await text.evaluate((element) => [
        element.scrollHeight <= element.clientHeight + 1,
        element.textContent.includes('upload that.'),
      ]),
      [true, true],
    );
    const name = hopeless.getByRole('link', { name: /document 0\.pdf/ });
    assert.ok(await name.evaluate((link) => link.parentElement.clientWidth > 200), 'there is room for the name');
    await at.glance('evidence-failed-whole');
    await page.evaluate(() => localStorage.setItem('assay.language', 'de'));
    await page.reload();
    await page.getByText('Dieses Format (a PNG image) liest Assay nicht.').last().waitFor();
    await page.getByText('Die Datei zu lesen dauerte länger, als erlaubt ist.').last().waitFor();
  },
);
