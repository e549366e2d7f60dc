// SPDX-License-Identifier: Apache-2.0
// A large file goes in pieces, and goes on where it stood.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { choose, policy, removeAll, withFiles } from '../evidence_files.mjs';
import { journey } from '../journey.mjs';

const PIECE = 4 << 20;
const LOST = /ERR_(CONNECTION_FAILED|FAILED)|Failed to load resource/;
const large = (name) => ({ [name]: policy('resuming') + ' \n'.repeat(5 << 20) }); // a little over 10 MiB

// Watches the pieces that the page sends, by where they begin; meet decides what becomes of each.
async function watchPieces(page, meet) {
  const begins = [];
  await page.route('**/api/documents/uploads/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    begins.push(Number(route.request().headers()['upload-offset']));
    return meet(route, begins.length);
  });
  return begins;
}

async function storedWhole(at, name, path) {
  const { documents } = await at.api('GET', `/api/documents?q=${name}`);
  assert.equal(documents.length, 1);
  assert.equal(documents[0].sha256Hash, createHash('sha256').update(readFileSync(path)).digest('hex'));
}

journey(
  'a large file survives a lost connection, and says so meanwhile',
  { as: 'MEMBER', complaints: [LOST] },
  async (at) => {
    const { page } = at;
    const name = `${randomUUID().slice(0, 8)}-large.txt`;
    let down = false;
    await page.route('**/api/auth/config', (route) => (down ? route.abort('connectionfailed') : route.continue()));
    const begins = await watchPieces(page, (route, number) => {
      if (number !== 2) return route.continue();
      down = true;
      return route.abort('connectionfailed');
    });
    await at.open('/cm/evidence');
    await page.getByRole('table').waitFor();
    await withFiles(large(name), async ([path]) => {
      await choose(page, [path]);
      await page.getByText('No connection. Continues when it is back').waitFor();
      await at.glance('evidence-held');
      down = false;
      await page.getByRole('row', { name: new RegExp(name) }).waitFor();
      assert.deepEqual(begins, [0, PIECE, PIECE, 2 * PIECE]);
      await storedWhole(at, name, path);
    });
    await removeAll(at, name);
  },
);

journey('a large file goes on after a reload when it is chosen again', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const name = `${randomUUID().slice(0, 8)}-again.txt`;
  let held = null;
  const begins = await watchPieces(page, (route, number) => {
    if (number !== 2) return route.continue();
    held = route;
    return undefined;
  });
  page.on('dialog', (dialog) => dialog.accept()); // files are on their way
  await at.open('/cm/evidence');
  await page.getByRole('table').waitFor();
  await withFiles(large(name), async ([path]) => {
    await choose(page, [path]);
    while (!held) await page.waitForTimeout(20);
    await page.reload();
    await page.getByRole('table').waitFor();
    await choose(page, [path]);
    await page.getByRole('row', { name: new RegExp(name) }).waitFor();
    assert.deepEqual(begins, [0, PIECE, PIECE, 2 * PIECE]);
    await storedWhole(at, name, path);
    assert.equal(await page.evaluate(() => localStorage.getItem('assay.uploads')), null);
  });
  await removeAll(at, name);
});
