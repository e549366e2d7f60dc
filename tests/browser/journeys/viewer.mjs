// SPDX-License-Identifier: Apache-2.0
// The document viewer marks the exact words of a place: in PDFs on the page itself, elsewhere in the extracted text.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

// A document of the sample's evidence, or a similar one.
async function documentOf(at, type, name) {
  const { documents } = await at.api(
    'GET',
    `/api/documents?fileType=${type}&status=READY&limit=50&q=${encodeURIComponent(name)}`,
  );
  assert.ok(documents[0], `the stack has a ${type} called ${name}`);
  return documents[0];
}

const pageOf = (at, id, number) => at.api('GET', `/api/documents/${id}/pages/${number}`);

function pathOf(id, { page, start, end, quote, chunk }) {
  const given = Object.entries({ page, start, end, quote, chunk }).filter(([, value]) => value !== undefined);
  return `/cm/evidence/${id}?${new URLSearchParams(given)}`;
}

// The quote's text in a page, with its offsets in the document.
function placeOf(page, quote) {
  const at = page.text.indexOf(quote);
  assert.ok(at >= 0, `page ${page.pageNumber} has ${JSON.stringify(quote)}`);
  const start = page.startOffset + [...page.text.slice(0, at)].length;
  return { page: page.pageNumber, quote, start, end: start + [...quote].length };
}

// The marked text in reading order; checks that the marks are in view.
async function markedText(page) {
  await page.locator('mark').first().waitFor();
  return page.evaluate(() => {
    const marks = [...document.querySelectorAll('mark')];
    const frame = document.querySelector('.viewer-scroll').getBoundingClientRect();
    const first = marks.find((one) => one.getBoundingClientRect().height > 0).getBoundingClientRect();
    if (first.top < frame.top - 1 || first.bottom > frame.bottom + 1)
      throw new Error(`the first mark is at ${first.top}, the viewer at ${frame.top} to ${frame.bottom}`);
    return marks.map((one) => one.textContent).join('');
  });
}

// Whether the marks show words on the screen: some of their area is dark, most of it is not.
async function wordsShowInMarks(page) {
  for (const mark of await page.locator('.page-marks mark').all()) {
    const picture = [...(await mark.screenshot())];
    const dark = await page.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) count += data[at] < 128 ? 1 : 0;
      return count / (image.width * image.height);
    }, picture);
    if (dark < 0.02 || dark > 0.5) return false;
  }
  return true;
}

for (const name of ['Information-Security-Policy', 'Business-Continuity-Plan', 'Cryptography-Policy']) {
  journey(`the exact words are marked on the pages of ${name}.pdf`, { as: 'VIEWER' }, async (at) => {
    const { page } = at;
    const { id, pageCount } = await documentOf(at, 'pdf', name);
    let sought = 0;
    let crossing = 0;
    for (let number = 1; number <= Math.min(pageCount, 3); number += 1) {
      const text = await pageOf(at, id, number);
      // Whole sentences of running text, which span lines and may be hyphenated on the page.
      const block = text.blocks.findLast(({ kind, start, end }) => kind === 'PARAGRAPH' && end - start > 150);
      if (!block) continue; // only tables
      sought += 1;
      const quote = [...text.text]
        .slice(block.start, block.end)
        .join('')
        .split(/(?<=\.) /)
        .slice(0, 2)
        .join(' ');
      await at.open(pathOf(id, placeOf(text, quote)));
      assert.equal(await markedText(page), quote);
      assert.ok((await page.locator('.page-marks mark').count()) > 0, 'it is marked on the page itself');
      crossing += (await page.locator('.page-marks mark').count()) > 1 ? 1 : 0;
      await page.waitForFunction(() => document.querySelector('[aria-label="Page"]')?.value !== '');
      assert.equal(await page.getByRole('textbox', { name: 'Page' }).inputValue(), String(number));
      await page.waitForTimeout(300); // the page is painted after the text
      assert.equal(await wordsShowInMarks(page), true, 'the marks lie on the words and do not hide them');
    }
    assert.ok(sought > 1, 'several pages have running text');
    assert.ok(crossing > 0, 'a quote goes over a line break');
    if (name === 'Information-Security-Policy') await at.look('viewer-pdf');
  });
}

journey('a row of a table in a PDF is marked in its cells, under their names', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { id } = await documentOf(at, 'pdf', 'Vulnerability-Report');
  const text = await pageOf(at, id, 2);
  const row = text.blocks.find(({ kind }) => kind === 'TABLE_ROW');
  const quote = [...text.text].slice(row.start, row.end).join('');
  await at.open(pathOf(id, placeOf(text, quote)));
  assert.equal(await markedText(page), quote);
  const tops = await page
    .locator('.page-marks mark')
    .evaluateAll((marks) => [...new Set(marks.map((one) => Math.round(one.getBoundingClientRect().top)))]);
  assert.ok(tops.length > 1, 'the names of the columns are marked as well as the values');
  await at.look('viewer-pdf-table');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  assert.equal(await markedText(page), quote);
  assert.ok((await page.getByRole('columnheader', { name: 'Hosts scanned' }).count()) > 0, 'rows are shown as a table');
});

journey('a PDF that was read before places were kept is marked by its words', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { id } = await documentOf(at, 'pdf', 'Vulnerability-Report');
  const text = await pageOf(at, id, 2);
  await page.route('**/pages/*/words*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, words: [], width: null, height: null, missing: 'READ_EARLIER' } });
  });
  const paragraph = text.blocks.find(({ kind, start, end }) => kind === 'PARAGRAPH' && end - start > 60);
  const words = [...text.text].slice(paragraph.start, paragraph.end).join('');
  await at.open(pathOf(id, placeOf(text, words)));
  assert.equal(await markedText(page), words);
  assert.ok((await page.locator('.pdf-words mark').count()) > 0, 'it is marked in the layer of text');
  const row = text.blocks.find(({ kind }) => kind === 'TABLE_ROW');
  const quote = [...text.text].slice(row.start, row.end).join('');
  await at.open(pathOf(id, placeOf(text, quote)));
  await page.getByText('On the page these words are laid out differently').waitFor();
  assert.equal(await markedText(page), quote);
  await page.getByRole('button', { name: 'Original', exact: true }).click(); // the page itself is still available
  await page.locator('.pdf-page canvas').first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.viewer-scroll.pdf').count(), 1);
});

journey('the words of a DOCX are marked in its text', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { id } = await documentOf(at, 'docx', 'Access-Control-Procedure');
  const text = await pageOf(at, id, 1);
  const block = text.blocks.findLast(({ kind, start, end }) => kind === 'PARAGRAPH' && end - start > 150);
  const quote = [...text.text].slice(block.start + 10, block.end - 10).join('');
  await at.open(pathOf(id, placeOf(text, quote)));
  assert.equal(await markedText(page), quote);
  await page.getByRole('heading', { name: 'Granting access', level: 3 }).waitFor();
  await at.look('viewer-docx');
  // By the words alone, without offsets.
  await at.open(pathOf(id, { page: 1, quote }));
  assert.equal(await markedText(page), quote);
});

journey('the rows of a sheet are marked in its table', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { id } = await documentOf(at, 'xlsx', 'ISMS-Registers');
  const text = await pageOf(at, id, 2);
  const rows = text.blocks.filter(({ kind }) => kind === 'TABLE_ROW');
  const quote = [...text.text].slice(rows[8].start, rows[9].end).join('');
  await at.open(pathOf(id, placeOf(text, quote)));
  assert.equal(await markedText(page), quote);
  assert.ok((await page.locator('td mark').count()) > 3, 'it is marked in cells');
  assert.equal(await page.getByRole('textbox', { name: 'Sheet' }).inputValue(), '2');
  await page.getByRole('button', { name: 'Next sheet' }).waitFor();
  await page.getByRole('region', { name: 'Sheet 2' }).waitFor();
  assert.ok((await page.locator('tr.cited').count()) >= 2, 'the cited rows are marked whole');
  await page.getByRole('tablist', { name: 'Sheets' }).getByRole('tab', { selected: true }).waitFor();
  // The header stays where it is while the rows move below it.
  const header = page.locator('.viewer-scroll thead').first().locator('th').first();
  const frame = await page.locator('.viewer-scroll').boundingBox();
  await page.locator('.viewer-scroll').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2));
  assert.ok(((await header.boundingBox())?.y ?? 0) >= frame.y - 1, 'the header stays in sight');
  assert.equal(await page.getByText(/\bpage \d/i).count(), 0, 'a workbook has sheets');
  await at.look('viewer-xlsx');
  const { chunks } = await at.api('GET', `/api/documents/${id}/chunks?limit=200`);
  const chunk = chunks.at(-1);
  await at.open(pathOf(id, { chunk: chunk.id }));
  assert.equal(await markedText(page), chunk.content);
});

journey('what the text of a document says stays text', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const { id } = await documentOf(at, 'md', 'information-classification');
  const text =
    '<img src=x onerror="window.hurt=1"> <script>window.hurt=1</script> \u202Egnp.exe \u05E9\u05DC\u05D5\u05DD עולם 𝔘𝔫𝔦 kept.\n';
  await page.route('**/pages/1*', (route) =>
    route.fulfill({
      json: {
        pageNumber: 1,
        text,
        startOffset: 0,
        blocks: [{ kind: 'PARAGRAPH', level: 0, start: 0, end: [...text].length - 1 }],
      },
    }),
  );
  const from = [...text].length - 10;
  await at.open(pathOf(id, { page: 1, start: from, end: from + 8 })); // code points beyond the first plane count once
  const marked = await markedText(page);
  assert.equal(marked, [...text].slice(from, from + 8).join(''));
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  await page.getByText('\ufffdgnp.exe').waitFor();
});
