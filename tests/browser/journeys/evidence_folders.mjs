// SPDX-License-Identifier: Apache-2.0
// Folders of evidence, chosen and dropped from outside the browser as a person does it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const policy = (about) =>
  `# ${about}\n\nThe officer for ${about} reviews the register every quarter (${randomUUID()}).\n`;

// Writes these files to a folder on disk, by their paths below it.
async function withFolder(files, work) {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await work(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

// Drags real files and folders over a place of the page and drops them there.
async function dragIn(page, paths, [x, y], { letGo = true } = {}) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = (type) => session.send('Input.dispatchDragEvent', { type, x, y, data });
  await send('dragEnter');
  await send('dragOver');
  if (letGo) await send('drop');
}

async function evidenceOf(at) {
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/evidence');
  await at.heading('Evidence');
}

const named = (page, name) => page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) });

journey('a folder dropped on the page brings the files of its folders', {}, async (at) => {
  const { page } = at;
  await evidenceOf(at);
  const files = {
    'binder/policy.md': policy('access'),
    'binder/2026/register.txt': policy('registers'),
    'binder/2026/q3/review.md': policy('reviews'),
    'binder/.DS_Store': 'x',
    'binder/2026/Thumbs.db': 'x',
    'beside.txt': policy('beside'),
  };
  await withFolder(files, async (root) => {
    mkdirSync(join(root, 'binder/empty'));
    await dragIn(page, [join(root, 'binder'), join(root, 'beside.txt')], [700, 500]);
    for (const name of ['policy.md', 'register.txt', 'review.md', 'beside.txt'])
      await named(page, name).getByText('Ready', { exact: true }).waitFor();
    const { total } = await at.api('GET', '/api/documents?limit=1');
    assert.equal(total, 4, 'what the system keeps for itself is left');
    // Again: each file is already known, and its folder says which one it was.
    await dragIn(page, [join(root, 'binder')], [700, 500]);
    const list = page.getByRole('list', { name: 'Uploads' });
    await list.getByText('binder/2026/q3/', { exact: true }).waitFor();
    await list.getByText('Already here as').nth(2).waitFor();
    await at.look('evidence-folder');
  });
});

journey('files are dropped anywhere on the page, bars and all', {}, async (at) => {
  const { page } = at;
  await evidenceOf(at);
  const places = { 'top.md': [600, 20], 'side.md': [60, 600], 'corner.md': [1430, 890] };
  await withFolder(Object.fromEntries(Object.keys(places).map((name) => [name, policy(name)])), async (root) => {
    await dragIn(page, [join(root, 'top.md')], [600, 20], { letGo: false });
    await page.getByText('Let go to upload').waitFor();
    await at.glance('evidence-dragging');
    await page.locator('main').dispatchEvent('dragleave'); // the protocol does not send this
    await page.getByText('Let go to upload').waitFor({ state: 'detached' });
    assert.equal((await at.api('GET', '/api/documents?limit=1')).total, 0);
    for (const [name, place] of Object.entries(places)) await dragIn(page, [join(root, name)], place);
    for (const name of Object.keys(places)) await named(page, name).getByText('Ready', { exact: true }).waitFor();

    // A view that takes no files does not react.
    await at.open('/cm/overview');
    await at.heading('Overview');
    await dragIn(page, [join(root, 'top.md')], [700, 500]);
    await page.waitForTimeout(200);
    await at.heading('Overview');
    assert.equal((await at.api('GET', '/api/documents?limit=1')).total, 3);
  });
});

journey(
  'a folder is chosen with its folders, however many files it has',
  { complaints: [/status of 415/] },
  async (at) => {
    const { page } = at;
    await evidenceOf(at);
    const many = 120; // a browser lists a folder's files a hundred at a time
    const files = Object.fromEntries(
      Array.from({ length: many }, (_, index) => [`binder/deep/er/part-${index}.md`, policy(`part ${index}`)]),
    );
    await withFolder({ ...files, 'binder/.DS_Store': 'x', 'binder/policy.md': policy('access') }, async (root) => {
      const seen = new Set();
      await page.route('**/api/documents/upload', async (route) => {
        const name = /filename="([^"]+)"/.exec(route.request().postData() ?? '')?.[1];
        seen.add(name);
        if (name === 'policy.md') return route.continue();
        return route.fulfill({
          status: 415,
          json: { error: 'UNSUPPORTED_MEDIA_TYPE', message: 'This is not to be read', details: {}, requestId: 'r-1' },
        });
      });
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload a folder' }).click();
      await (await chooser).setFiles(join(root, 'binder'));
      await named(page, 'policy.md').getByText('Ready', { exact: true }).waitFor();
      const taken = async (count) => {
        while (seen.size < count) await page.waitForTimeout(20);
      };
      await taken(many + 1);
      await page.getByText(`and ${many - 60} more`).waitFor();
      assert.equal(seen.size, many + 1);
      assert.ok(!seen.has('.DS_Store'));
      await page.getByRole('list', { name: 'Uploads' }).getByText('binder/deep/er/').first().waitFor();
      await page.reload(); // the list of refusals lives only on this page
      await page.getByText('Drop files, folders').waitFor();
      seen.clear();
      await dragIn(page, [join(root, 'binder')], [700, 500]);
      await taken(many + 1); // including the whole dropped folder
      await page.getByText(`and ${many - 59} more`).waitFor();
    });
  },
);
