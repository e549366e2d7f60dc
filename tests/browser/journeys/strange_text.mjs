// SPDX-License-Identifier: Apache-2.0
// Text that tries to be more than text, in every place where somebody can put it: names of tenants, people, files,
// packs, tokens; evidence, requirements, tasks, notes. Every view and the exports must show it as plain text. Views are
// found by their links, so that new ones are included.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { addEvidence, completedRun, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const RUN = 'window.hurt=1';
const TURNED = '\u202Egnp.exe\u202C \u2067right\u2069';
const FORMULA = '=HYPERLINK("http://evil.example","x")';
const MARKUP = `<script>${RUN}</script> <img src=x onerror="${RUN}"> "><svg onload=${RUN}>`;
const GAP = '<b>Gap</b>';
const TEMPLATES = `{{constructor.constructor('${RUN}')()}} \${${RUN}}`;
const wicked = (mark) => `${mark} ${MARKUP} ${TEMPLATES} ${TURNED} שלום`;
const INSIDE = `inside<img src=x onerror=${RUN}>.md`; // of an archive
const ZIP = `import io, sys, zipfile
b = io.BytesIO()
with zipfile.ZipFile(b, "w") as z: z.writestr(*sys.argv[1:])
sys.stdout.buffer.write(b.getvalue())`;
const archiveOf = (name, text) => execFileSync('python3', ['-c', ZIP, name, text]);
const short = (mark) => `${mark}<svg onload=${RUN}>${TURNED}`;

async function plant(at) {
  const tenant = await freshTenant(at, { called: short('Tenantname'), displayName: (role) => short(`Person ${role}`) });
  await at.signInAs(tenant.user('ADMIN'));
  const pack = {
    format: 'assay-pack/1',
    name: short(`Packname ${tenant.name.slice(-6)}`),
    version: '1"><b>',
    description: wicked('Packdescription'),
    copyright: wicked('Packcopyright'),
    criteria: [
      {
        criterionId: 1,
        criterionTitle: wicked('Criterion'),
        criterionDescription: wicked('Criteriondescription'),
        requirements: [
          {
            requirementId: '1.1',
            title: `Backups of the central database are tested every month. ${wicked('Statement')}`,
            guidance: wicked('Guidance'),
            expectedEvidence: [wicked('Expected')],
          },
          { requirementId: '<b>1.2', title: `${FORMULA} begins a formula. ${wicked('Formula')}`, expectedEvidence: [] },
          {
            requirementId: 'javascript:1',
            // Words of its own: what stands in the evidence, too, is no gap.
            title: `Grapes are picked in the vineyard before sunrise. ${GAP}`,
            expectedEvidence: [],
          },
        ],
      },
    ],
  };
  const answer = await at.page.request.post(`${at.stack.baseUrl}/api/admin/packs/import?bind=true`, {
    headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
    multipart: { file: { name: 'pack.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(pack)) } },
  });
  assert.ok(answer.ok(), await answer.text());
  const { packs } = await at.api('GET', '/api/packs');
  const packId = packs.find(({ name }) => name === pack.name).id;
  const tested = 'Backups of the central database are tested every month, and the tests are recorded.';
  await addEvidence(at, {
    [`Filename<img src=x onerror=${RUN}>.md`]: `# Backups ${wicked('Heading')}\n\n${tested} ${wicked('Evidencetext')}\n`,
    [`javascript:${RUN}.md`]: `${FORMULA} begins a formula.\n`,
    'Turned\u202Efdp.exe.md': `${TURNED}\n\nA paragraph.\n`,
    'broken<svg onload=1>.pdf': 'no PDF',
    'archive<svg onload=1>.zip': archiveOf(INSIDE, `A paragraph. ${wicked('Insidetext')}\n`),
  });
  const run = await completedRun(at, { packId });
  const { assessments } = await at.api('GET', `/api/runs/${run.id}/assessments`);
  for (const { id, status } of assessments) {
    await at.api('POST', `/api/assessments/${id}/reviews`, {
      verdict: 'OVERRIDDEN',
      status: status === 'PARTIAL' ? 'MISSING' : 'PARTIAL',
      note: wicked('Reviewnote'),
    });
  }
  const { tasks } = await at.api('GET', '/api/tasks');
  for (const { id } of tasks)
    await at.api('PATCH', `/api/tasks/${id}`, { assignee: wicked('Assignee').slice(0, 190), dueDate: '2026-01-31' });
  await at.api('POST', '/api/tokens', { name: wicked('Tokenname').slice(0, 95), expiresInDays: 1 });
  await at.api('POST', '/api/admin/corpora', { title: short('Corpustitle') });
  const documents = (await at.api('GET', '/api/documents')).documents;
  return { ...tenant, run, packId, documents, task: tasks[0], assessment: assessments[0] };
}

let planted = null;
async function withStrangeText(at) {
  planted ??= plant(at);
  const all = await planted;
  await at.signInAs(all.user('ADMIN'));
  at.page.on('dialog', (dialog) => {
    at.complaints.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return all;
}

// Finds what in the page is more than text, or not isolated from the text around it.
function whatIsWrong() {
  const wrong = window.hurt === undefined ? [] : ['a script has run'];
  for (const one of document.querySelectorAll('body *')) {
    for (const { name, value } of one.attributes) {
      if (/^on/i.test(name)) wrong.push(`${one.tagName} has ${name}`);
      if (
        /^(href|src|action|formaction|xlink:href|srcdoc)$/i.test(name) &&
        /^\s*(javascript|vbscript|data):/i.test(value)
      )
        wrong.push(`${one.tagName} ${name}=${value}`);
    }
  }
  const made = document.querySelector('#page script, iframe, object, embed, img[src="x"], #page b');
  if (made) wrong.push(`there is ${made.outerHTML}`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.closest('bdi, [dir=auto], option, textarea, .visually-hidden')) continue;
    if (/[\u202a-\u202e\u2066-\u2069]/.test(data))
      wrong.push(
        `direction is turned in <${parentElement.tagName} class="${parentElement.className}">: ${data.slice(0, 60)}`,
      );
    if (/[\u0590-\u06ff]/.test(data))
      wrong.push(`not isolated in <${parentElement.tagName} class="${parentElement.className}">: ${data.slice(0, 60)}`);
  }
  return [...new Set(wrong)];
}

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
