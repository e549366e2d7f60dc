// SPDX-License-Identifier: Apache-2.0
// A tenant whose names, evidence, requirements, tasks and notes try to be more than text, and what finds a page that
// takes them for more.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { addEvidence, completedRun, freshTenant } from './fresh_tenant.mjs';

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
export async function withStrangeText(at) {
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
export function whatIsWrong() {
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
