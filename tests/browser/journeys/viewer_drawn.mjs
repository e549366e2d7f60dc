// SPDX-License-Identifier: Apache-2.0
// Pages that the service draws, since the browser cannot show the file: a scan of several pages, and a PDF that the
// browser cannot open.
import assert from 'node:assert/strict';
import { addEvidence, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const WIDTH = 1700;
const HEIGHT = 700;
const PAGES = [
  ['Visitor procedure', 'Visitors are met at reception and sign the book of visitors.'],
  ['Backup procedure', 'Restoring a backup is tested every quarter, and the test is recorded.'],
];

// A page of grey bytes.
const printed = (page, lines) =>
  page.evaluate(
    ([texts, width, height]) => {
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#111';
      context.font = '38px serif';
      texts.forEach((text, index) => context.fillText(text, 120, 150 + 90 * index));
      return [...context.getImageData(0, 0, width, height).data.filter((_, index) => index % 4 === 0)];
    },
    [lines, WIDTH, HEIGHT],
  );

// TIFF 6.0, section 4: greyscale images without compression, one after another.
function tiff(pages) {
  const entries = 9;
  const directory = 2 + entries * 12 + 4;
  const size = WIDTH * HEIGHT + directory;
  const file = Buffer.alloc(8 + pages.length * size);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8 + WIDTH * HEIGHT, 4);
  pages.forEach((pixels, index) => {
    const begin = 8 + index * size;
    Buffer.from(pixels).copy(file, begin);
    let at = file.writeUInt16LE(entries, begin + WIDTH * HEIGHT);
    // Width, height, bits, no compression, black is zero, place, samples, rows, length.
    const tags = { 256: WIDTH, 257: HEIGHT, 258: 8, 259: 1, 262: 1, 273: begin, 277: 1, 278: HEIGHT };
    for (const [tag, value] of Object.entries({ ...tags, 279: WIDTH * HEIGHT })) {
      at = file.writeUInt16LE(Number(tag), at);
      at = file.writeUInt16LE(4, at);
      at = file.writeUInt32LE(1, at);
      at = file.writeUInt32LE(value, at);
    }
    file.writeUInt32LE(index + 1 < pages.length ? begin + size + WIDTH * HEIGHT : 0, at);
  });
  return file;
}

async function opens(at, document, quote, number) {
  const page = await at.api('GET', `/api/documents/${document.id}/pages/${number}`);
  const found = page.text.indexOf(quote);
  assert.ok(found >= 0, `page ${number} has ${quote}: ${page.text}`);
  const start = page.startOffset + found;
  const place = new URLSearchParams({ page: number, quote, start, end: start + quote.length });
  await at.open(`/cm/evidence/${document.id}?${place}`);
  await at.page.locator('.picture-page .page-marks mark').first().waitFor();
  const said = await at.page.evaluate(() => [...document.querySelectorAll('mark')].map((one) => one.textContent));
  assert.equal(said.join(''), quote);
}

// Where the first mark is, as a part of the height of the picture.
async function heightOfMark({ page }) {
  const box = await page.locator('.picture-page .page-marks mark').first().boundingBox();
  const picture = await page.locator('.picture-page canvas').boundingBox();
  return (box.y + box.height / 2 - picture.y) / picture.height;
}

journey('a scan of several pages opens at its page with the words marked', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/evidence');
  const pages = [await printed(page, PAGES[0]), await printed(page, PAGES[1])];
  const [scan] = await addEvidence(at, { 'procedures.tiff': tiff(pages) });
  await opens(at, scan, 'tested every quarter', 2);
  assert.equal(await page.getByRole('textbox', { name: 'Page' }).inputValue(), '2');
  const height = await heightOfMark(at);
  assert.ok(Math.abs(height - (150 + 90 - 12) / HEIGHT) < 0.02, `the mark is on the second line: ${height}`);
  await at.glance('viewer-drawn-scan');
  const drawn = page.waitForResponse((answer) => answer.url().includes('/pages/1/image'));
  await page.getByRole('button', { name: 'Previous page' }).click();
  assert.equal((await drawn).status(), 200);
  await page.locator('.picture-page .page-marks').waitFor({ state: 'detached' });
});

journey('a PDF that the browser cannot open is drawn page by page', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const { documents } = await at.api('GET', '/api/documents?fileType=pdf&status=READY&limit=50&q=Cryptography-Policy');
  const [policy] = documents;
  const text = await at.api('GET', `/api/documents/${policy.id}/pages/1`);
  const block = text.blocks.findLast(({ kind, start, end }) => kind === 'PARAGRAPH' && end - start > 150);
  const quote = [...text.text].slice(block.start, block.end).join('');
  const words = await at.api('GET', `/api/documents/${policy.id}/pages/1/words`);
  await page.route('**/content*', (route) => route.fulfill({ contentType: 'application/pdf', body: 'no PDF' }));
  await opens(at, policy, quote, 1);
  const first = words.words.find(({ end }) => end > text.startOffset + block.start);
  assert.ok(Math.abs((await heightOfMark(at)) - (first.y + first.height / 2)) < 0.01, 'the mark is on its line');
  await at.glance('viewer-drawn-pdf');
});
