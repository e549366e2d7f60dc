// SPDX-License-Identifier: Apache-2.0
// What a run cites opens at its place with the words marked, whatever it stands in: a row of a sheet, a slide, a file
// attached to an e-mail, a scanned page.
import assert from 'node:assert/strict';
import { addEvidence, completedRun, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { message, presentation, scan } from '../other_evidence.mjs';
import { sampleRun } from '../sample_run.mjs';

// With their places in the document and the names of their files, as the results show them.
async function citationsOf(at, run) {
  const { assessments } = await at.api('GET', `/api/runs/${run.id}/assessments?limit=200`);
  const citations = [];
  for (const { id } of assessments.filter((one) => one.citations.length > 0)) {
    const full = await at.api('GET', `/api/assessments/${id}`);
    full.citations.forEach((one, index) => {
      const source = full.sources.find(({ documentId }) => documentId === one.documentId);
      citations.push({ ...one, ...full.places[index], ...source });
    });
  }
  return citations;
}

// Opens the citation as a result does, and checks what is marked and that it is in sight.
async function opensAt(at, { documentId, pageNumber, text, startOffset, endOffset }) {
  const place = new URLSearchParams({ page: pageNumber, quote: text, start: startOffset, end: endOffset });
  await at.open(`/cm/evidence/${documentId}?${place}`);
  await at.page.locator('mark').first().waitFor();
  const seen = await at.page.evaluate(() => {
    const marks = [...document.querySelectorAll('mark')];
    const frame = document.querySelector('.viewer-scroll').getBoundingClientRect();
    const first = marks.find((one) => one.getBoundingClientRect().height > 0).getBoundingClientRect();
    const there = first.top > frame.top - 1 && first.bottom < frame.bottom + 1;
    return { said: marks.map((one) => one.textContent).join(''), there };
  });
  assert.deepEqual(seen, { said: text, there: true });
}

journey('a citation from a row of a workbook opens at the row', { as: 'MEMBER' }, async (at) => {
  const { run } = await sampleRun(at);
  const cited = (await citationsOf(at, run)).find(({ fileType }) => fileType === 'xlsx');
  assert.ok(cited, 'the run cites a workbook');
  await opensAt(at, cited);
  assert.equal(await at.page.getByRole('textbox', { name: 'Sheet' }).inputValue(), String(cited.pageNumber));
  assert.ok((await at.page.locator('td mark').count()) > 0, 'in the cells of the row');
});

// What is attached becomes a document after its message is read.
async function attachedIsRead(at) {
  for (let tries = 0; tries < 150; tries += 1) {
    const { documents } = await at.api('GET', '/api/documents?status=READY&limit=50');
    if (documents.some(({ originalFilename }) => originalFilename.endsWith('/restore-record.txt'))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the attached file is not read within 15 s');
}

journey('citations from a slide, an attached file and a scan open there', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/evidence');
  const reviews =
    "System owners review every user's access rights each quarter and remove those no longer required within five " +
    'working days. Accounts of leavers are disabled on their last day.';
  await addEvidence(at, {
    'board.fodp': presentation([
      ['Security in 2026', 'Who is responsible'],
      [
        'Backups',
        'Backups are made every night and kept for ninety days in a second data centre.',
        'A restore is tested every quarter and recorded.',
      ],
    ]),
    'reviews.eml': message(reviews),
    'policy.png': await scan(page, [
      'Information security policy',
      'Responsibilities for information security are defined and assigned to named persons.',
      'The chief information security officer is Kim Osei.',
      'The policy is approved by the board and reviewed every year.',
    ]),
  });
  await attachedIsRead(at);
  const run = await completedRun(at);
  const citations = await citationsOf(at, run);
  const marksOf = {
    'board.fodp': 'li mark',
    'reviews.eml/restore-record.txt': 'mark',
    'policy.png': '.picture-page mark',
  };
  for (const [name, marks] of Object.entries(marksOf)) {
    const cited = citations.find(({ originalFilename }) => originalFilename === name);
    assert.ok(cited, `the run cites ${name}: ${citations.map((one) => one.text).join(' | ')}`);
    assert.equal(cited.pageNumber, name === 'board.fodp' ? 2 : 1);
    await opensAt(at, cited);
    assert.ok((await page.locator(marks).count()) > 0, `the mark is in ${marks}`);
  }
});
