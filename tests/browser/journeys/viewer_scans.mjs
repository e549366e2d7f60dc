// SPDX-License-Identifier: Apache-2.0
// A scanned page: its words are recognised, and a place in it opens with the words marked and how sure they are. So do
// a slide's words and what is attached to an e-mail.
import assert from 'node:assert/strict';
import { addEvidence, completedRun, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { message, presentation, scan } from '../other_evidence.mjs';

const LINES = [
  'Backup procedure',
  'Backups are made every night and kept for ninety days in a second data centre.',
  'Restoring a backup is tested every quarter, and the test is recorded.',
  'The last restore test was on 2 September 2026 and succeeded.',
];

const marked = async (page) => {
  await page.locator('mark').first().waitFor();
  return page.evaluate(() => [...document.querySelectorAll('mark')].map((one) => one.textContent).join(''));
};

async function opens(at, document, quote, number = 1) {
  const page = await at.api('GET', `/api/documents/${document.id}/pages/${number}`);
  const found = page.text.indexOf(quote);
  assert.ok(found >= 0, `${document.originalFilename} has ${quote}: ${page.text}`);
  const start = page.startOffset + found;
  const place = new URLSearchParams({ page: number, quote, start, end: start + quote.length });
  await at.open(`/cm/evidence/${document.id}?${place}`);
  assert.equal(await marked(at.page), quote);
  return page;
}

journey('a slide opens with its words marked', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  const slides = [
    ['Security in 2026', 'Who is responsible', 'What has changed'],
    ['Backups', 'Backups are made every night.', 'A restore is tested every quarter.'],
  ];
  const [document] = await addEvidence(at, { 'board.fodp': presentation(slides) });
  await opens(at, document, 'A restore is tested every quarter.', 2);
  assert.equal(await page.getByRole('textbox', { name: 'Slide' }).inputValue(), '2');
  const slide = page.getByRole('region', { name: 'Slide 2' });
  await slide.getByRole('heading', { name: 'Backups' }).waitFor();
  assert.equal(await slide.getByRole('listitem').count(), 2, 'points are a list');
  await at.glance('viewer-slide');
});

journey('the words of a scan are marked, and how sure they are is said', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/evidence');
  const [document] = await addEvidence(at, { 'restore-test.png': await scan(page, LINES) });
  const recognised = await opens(at, document, 'tested every quarter');
  assert.equal(recognised.ocr, true);
  assert.ok(recognised.ocrConfidence > 0.8, `${recognised.ocrConfidence}`);
  // On the picture itself, around the words.
  const mark = page.locator('.picture-page .page-marks mark').first();
  const [box, picture] = [await mark.boundingBox(), await page.locator('.picture-page canvas').boundingBox()];
  const middle = (box.y + box.height / 2 - picture.y) / picture.height;
  assert.ok(Math.abs(middle - (150 + 2 * 90 - 12) / 700) < 0.02, `the mark is on the third line: ${middle}`);
  await at.glance('viewer-scan');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByText(/^scan, \d+\s?% confidence$/).waitFor();
  await page.getByRole('tab', { name: 'Facts' }).click();
  await page.getByText(/1, read with \d+\s?% confidence/).waitFor();

  // A verdict cites it, with the same words beside.
  const run = await completedRun(at);
  const { assessments } = await at.api('GET', `/api/runs/${run.id}/assessments?limit=200`);
  const cited = assessments.flatMap(({ citations }) => citations);
  assert.ok(cited.length > 0, 'the scan is evidence for something');
  assert.equal(cited[0].ocrConfidence, recognised.ocrConfidence);
});

journey('what is attached to an e-mail opens with its words marked', {}, async (at) => {
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  const [mail] = await addEvidence(at, { 'restore.eml': message('The restore test of September succeeded.') });
  await opens(at, mail, 'The record is attached.');
  await at.page.getByRole('tab', { name: 'Attached 1' }).click();
  await at.page.getByText('restore.eml/restore-record.txt').waitFor();
  await at.glance('viewer-mail');
  const { documents } = await at.api('GET', `/api/documents?parentDocumentId=${mail.id}&limit=10`);
  assert.deepEqual(
    documents.map(({ originalFilename }) => originalFilename),
    ['restore.eml/restore-record.txt'],
  );
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await at.api('GET', `/api/documents/${documents[0].id}`)).status === 'READY') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await opens(at, documents[0], 'restore test of September');
});
