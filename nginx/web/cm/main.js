// SPDX-License-Identifier: Apache-2.0
// The tenant portal, first page: the documents of the tenant, and uploading more.
import { announce, clearMessage, element, explain, glyph, reader, startPage, time } from '/shared/page.js';
import { request } from '/shared/session.js';

const STATUS = {
  UPLOADED: ['dashed', 'working', 'Uploaded'],
  EXTRACTED: ['half', 'working', 'Text extracted'],
  PARSED: ['half', 'working', 'Split into chunks'],
  INDEXED: ['half', 'working', 'Indexed'],
  READY: ['tick', 'complete', 'Ready'],
  FAILED: ['triangle', 'failed', 'Failed'],
};
const rows = document.getElementById('rows');
const summary = document.getElementById('summary');
const files = document.getElementById('files');
let role = null;

function row(item, parents) {
  const [shape, kind, word] = STATUS[item.status];
  const parent = parents.get(item.parentDocumentId);
  const name = element('th', { scope: 'row' }, item.originalFilename);
  if (parent) name.append(element('p', { className: 'small second' }, `from ${parent.originalFilename}`));
  const status = element('td', {}, element('span', { className: 'status' }, glyph(shape, kind), word));
  if (item.failureReason) status.append(element('p', { className: 'small second' }, item.failureReason));
  return element('tr', {}, name,
    element('td', {}, item.fileType),
    status,
    element('td', { className: 'number' }, String(item.pageCount ?? '')),
    element('td', { className: 'number' }, String(item.chunkCount ?? '')),
    element('td', { className: 'second' }, time(item.uploadedAt)));
}

function show(documents) {
  const count = (test) => documents.filter(test).length;
  const ready = count(({ status }) => status === 'READY');
  const failed = count(({ status }) => status === 'FAILED');
  const moving = documents.length - ready - failed;
  const parents = new Map(documents.map((item) => [item.id, item]));
  rows.replaceChildren(...documents.map((item) => row(item, parents)));
  document.getElementById('empty').hidden = documents.length > 0;
  const text = `${documents.length} documents, ${ready} ready`
    + (moving ? `, ${moving} in progress` : '') + (failed ? `, ${failed} failed` : '');
  if (summary.textContent !== text) {
    summary.textContent = text;
    announce(text);
  }
  return moving > 0;
}

async function upload(list) {
  clearMessage();
  for (const file of list) {
    const body = new FormData();
    body.append('file', file);
    announce(`Uploading ${file.name}`);
    try {
      const answer = await (await request('/api/documents/upload', { method: 'POST', body })).json();
      announce(answer.duplicate ? `${file.name} was already here` : `${file.name} uploaded`);
    } catch (error) {
      error.message = `${file.name}: ${error.message}`;
      explain(error);
    }
    page.refresh();
  }
}

const page = startPage((user) => {
  const load = reader('/api/documents', 'documents');
  let moving = false;
  role = user.role;
  files.closest('label').hidden = role === 'VIEWER';
  return async () => {
    const documents = await load();
    if (documents) moving = show(documents);
    return moving;
  };
});

files.addEventListener('change', async () => {
  await upload([...files.files]);
  files.value = '';
});
document.addEventListener('dragover', (event) => {
  if (document.getElementById('app').hidden || role === 'VIEWER') return;
  event.preventDefault();
  document.body.classList.add('drop-target');
});
document.addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) document.body.classList.remove('drop-target');
});
document.addEventListener('drop', (event) => {
  if (!document.body.classList.contains('drop-target')) return;
  event.preventDefault();
  document.body.classList.remove('drop-target');
  upload([...event.dataTransfer.files]);
});
