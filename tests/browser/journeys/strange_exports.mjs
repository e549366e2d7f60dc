// SPDX-License-Identifier: Apache-2.0
// Text that tries to be more than text stays text in every exported format.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { journey } from '../journey.mjs';
import { whatIsWrong, withStrangeText } from '../planted_text.mjs';

async function exported(at, runId, format) {
  const { export: asked } = await at.api('POST', `/api/runs/${runId}/exports`, { format });
  for (let tries = 0; ; tries += 1) {
    const { status } = await at.api('GET', `/api/exports/${asked.id}`);
    if (status === 'COMPLETED') break;
    assert.ok(tries < 100 && status !== 'FAILED', status);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const answer = await at.page.request.get(`${at.stack.baseUrl}/api/exports/${asked.id}/content`, {
    headers: { Authorization: `Bearer ${at.token}` },
  });
  assert.match(answer.headers()['content-disposition'], /^attachment;/, `${format} is not opened in the page`);
  assert.equal(answer.headers()['x-content-type-options'], 'nosniff', format);
  return answer.body();
}

// Rows of cells, without quotes.
function cellsOf(csv) {
  return [...csv.matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain).replaceAll('""', '"'),
  );
}

journey('strange text is text in what is exported', {}, async (at) => {
  const all = await withStrangeText(at);
  const { page } = at;
  const html = await exported(at, all.run.id, 'html');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await at.stack.withFile(html, async (file) => page.goto(`file://${file}`), '.html');
  assert.ok((await page.evaluate(() => document.body.innerText)).includes('Statement <script>'));
  assert.deepEqual(await page.evaluate(whatIsWrong), []);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith('file:')),
    [],
    'the report asks nobody for anything',
  );

  const csv = (await exported(at, all.run.id, 'csv')).toString('utf8').replace(/^\ufeff/, '');
  assert.ok(csv.includes('HYPERLINK'));
  assert.deepEqual(
    cellsOf(csv).filter((cell) => /^[=+@\t\r]|^-\D/.test(cell)),
    [],
    'no cell is a formula',
  );

  const xlsx = await exported(at, all.run.id, 'xlsx');
  const parts = at.stack.withFile(xlsx, (file) =>
    execFileSync(
      'python3',
      [
        '-c',
        'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nfor n in z.namelist():\n  print(n, z.read(n).decode("utf-8", "replace"))',
        file,
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    ),
  );
  assert.ok(parts.includes('HYPERLINK'));
  assert.doesNotMatch(parts, /<f[ >]/, 'no cell is a formula');
  assert.doesNotMatch(parts, /evil\.example[^<]*" TargetMode/, 'no cell is a link to what the text names');

  const pdf = await exported(at, all.run.id, 'pdf');
  const about = (...words) =>
    at.stack.withFile(pdf, (file) =>
      execFileSync(words[0], [...words.slice(1), file, ...(words[0] === 'pdftotext' ? ['-'] : [])], {
        encoding: 'utf8',
      }),
    );
  assert.ok(about('pdftotext').includes('<script>'), 'what is written is there to be read');
  assert.equal(about('pdfinfo', '-js').trim(), '', 'the PDF holds no script');
  assert.doesNotMatch(about('pdfinfo', '-url'), /javascript:|evil\.example/, 'no link leads to what the text names');

  for (const format of ['json', 'oscal']) {
    const document = (await exported(at, all.run.id, format)).toString('utf8');
    if (format === 'json') assert.ok(JSON.stringify(JSON.parse(document)).includes('Statement <script>'));
  }
  const names = at.stack
    .withFile(await exported(at, all.run.id, 'package'), (file) =>
      execFileSync(
        'python3',
        ['-c', 'import sys, zipfile\nprint(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\\n")', file],
        { encoding: 'utf8' },
      ),
    )
    .trim()
    .split('\n');
  assert.ok(names.length > 5);
  assert.deepEqual(
    names.filter((name) => /^\/|\.\.(?:\/|$)|[\\<>:"|?*\p{Cc}\p{Cf}]/u.test(name)),
    [],
    'each file of the package can be unpacked anywhere, by its own name',
  );
});
