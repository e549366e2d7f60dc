// SPDX-License-Identifier: Apache-2.0
// Makes runs for the journeys to look at: the sample pack judged against the sample evidence, which is uploaded once
// and always gives the same verdicts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EVIDENCE = fileURLToPath(new URL('../sample/evidence/', import.meta.url));

let documentIds = null;
let kept = null; // promises, shared by journeys that run in parallel

async function upload(at, path, token) {
  const answer = await at.page.request.post(`${at.stack.baseUrl}/api/documents/upload`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'assay' },
    multipart: { file: { name: basename(path), mimeType: 'application/octet-stream', buffer: readFileSync(path) } },
  });
  assert.ok(answer.ok(), `${path}: ${answer.status()}`);
  return (await answer.json()).document;
}

// As a member, whatever role the journey has.
async function asMember(at) {
  const { email, password, tenantId } = at.user('MEMBER');
  const answer = await fetch(`${at.stack.baseUrl}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email, password, tenantId }),
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'assay' },
  });
  const { accessToken } = await answer.json();
  const call = async (method, path, body) => {
    const done = await fetch(at.stack.baseUrl + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: {
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
        'X-Requested-With': 'assay',
      },
    });
    assert.ok(done.ok, `${method} ${path}: ${done.status}`);
    return done.json();
  };
  return { accessToken, call };
}

// The sample's documents, including files of archives, once all are READY.
const evidence = (at, member) => (documentIds ??= uploaded(at, member));

async function uploaded(at, { accessToken, call }) {
  const paths = readdirSync(EVIDENCE, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const taken = [];
  for (const path of paths) taken.push(await upload(at, path, accessToken));
  const known = new Set(taken.map(({ id }) => id));
  for (let left = 200; left > 0; left -= 1) {
    const { documents } = await call('GET', '/api/documents?limit=200');
    const mine = documents.filter(({ id, parentDocumentId }) => known.has(id) || known.has(parentDocumentId));
    if (mine.length >= known.size && mine.every(({ status }) => status === 'READY' || status === 'FAILED')) {
      const read = mine.filter(({ status, chunkCount }) => status === 'READY' && chunkCount > 0);
      return read.map(({ id }) => id);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the sample evidence is not read');
}

export async function untilEnded(at, id) {
  for (let left = 300; left > 0; left -= 1) {
    const run = await at.api('GET', `/api/runs/${id}`);
    if (!['QUEUED', 'IN_PROGRESS'].includes(run.status)) return run;
    await at.page.waitForTimeout(150);
  }
  throw new Error(`run ${id} does not end`);
}

// A separate run without any decisions. `count`: against only the first documents.
export async function freshRun(at, { count } = {}) {
  const member = await asMember(at);
  const ids = await evidence(at, member);
  const {
    run: { id },
  } = await member.call('POST', '/api/runs', { documentIds: count ? ids.slice(0, count) : ids });
  const run = await untilEnded(at, id);
  assert.equal(run.status, 'COMPLETED');
  const { assessments } = await at.api('GET', `/api/runs/${id}/assessments`);
  return { run, assessments };
}

// For all journeys to read; none may change it.
export async function sampleRun(at) {
  return (kept ??= freshRun(at));
}
