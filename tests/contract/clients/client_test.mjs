// SPDX-License-Identifier: Apache-2.0
// The TypeScript client against the service of clients_test.py, which compiles it.
import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';
import { ApiError, Client } from './assay-client.js';
import { fieldRefused, firstChanged, statusOf, taskTitles, uploaded } from './usage.js';

const { ASSAY_URL, ASSAY_TOKEN, ASSAY_RUN } = process.env;
const client = new Client(`${ASSAY_URL}/`, { token: () => ASSAY_TOKEN });

test('reads lists to their end, in the order asked for', async () => {
  const up = await taskTitles(client, ASSAY_RUN, 'requirementId');
  const down = await taskTitles(client, ASSAY_RUN, '-requirementId');
  assert.ok(up.length > 3);
  assert.deepEqual(down, [...up].reverse());
});

test('sends and fetches files', async () => {
  const text = `Backups are tested. ${Math.random()} Café`;
  const done = await uploaded(client, text);
  assert.equal(done.text, text);
  assert.equal(done.gone, 404);
});

test('changes tasks, each with its answer', async () => {
  const task = await firstChanged(client, ASSAY_RUN, 'Ana & Bo');
  assert.equal(task.assignee, 'Ana & Bo');
});

test('says what is wrong', async () => {
  assert.deepEqual(await fieldRefused(client), [{ field: 'limit', issue: 'must be a whole number from 1 to 200' }]);
  assert.equal(await statusOf(client.tasksGet('../../health/live')), 404);
  assert.equal(await statusOf(new Client(ASSAY_URL).runsList()), 401);
  const stopped = new AbortController();
  stopped.abort();
  await assert.rejects(client.runsList({}, { signal: stopped.signal }), { name: 'AbortError' });
});

test('waits when it is asked to', async () => {
  const statuses = [503, 429, 200, 503];
  const server = http.createServer((_, answer) => {
    answer.writeHead(statuses.shift(), { 'Retry-After': '1', 'Content-Type': 'application/json' });
    answer.end('{"error": "UNAVAILABLE", "message": "busy", "packs": [], "nextCursor": null}');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const reluctant = new Client(`http://127.0.0.1:${server.address().port}`);
  assert.deepEqual((await reluctant.packsList()).packs, []);
  await assert.rejects(reluctant.authLogout(), (error) => error instanceof ApiError && error.retryAfter === 1);
  assert.deepEqual(statuses, []);
  server.closeAllConnections();
  server.close();
});
