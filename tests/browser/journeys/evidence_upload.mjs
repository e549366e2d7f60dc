// SPDX-License-Identifier: Apache-2.0
// Evidence arrives: chosen, followed until it is ready, refused in plain words, slow.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { choose, policy, removeAll, withFiles } from '../evidence_files.mjs';
import { journey } from '../journey.mjs';

journey(
  'files are chosen with the keyboard, followed to ready, looked at, and deleted',
  { as: 'MEMBER' },
  async (at) => {
    const { page } = at;
    const mark = randomUUID().slice(0, 8);
    await withFiles(
      { [`${mark}-access.md`]: policy('access'), [`${mark}-backup.md`]: policy('backup') },
      async (paths) => {
        await at.open('/cm/evidence');
        await page
          .getByRole('row', { name: /shared-policy|Policy/ })
          .first()
          .waitFor();
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Upload files' }).focus();
        await page.keyboard.press('Enter');
        await (await chooser).setFiles(paths);
        const row = page.getByRole('row', { name: new RegExp(`${mark}-access\\.md`) });
        await row.getByText('Ready', { exact: true }).waitFor();
        await row.getByRole('img', { name: '5 of 5 stages, Ready' }).waitFor();
        assert.equal(
          await page.getByRole('list', { name: 'Uploads' }).count(),
          0,
          'nothing stays on the list of uploads',
        );
        await at.look('evidence-member');

        // The same bytes again, under another name.
        await withFiles({ 'another-name.md': readFileSync(paths[0]) }, async (again) => {
          await choose(page, again);
          await page.getByText('Already here as').waitFor();
          await page
            .getByRole('list', { name: 'Uploads' })
            .getByRole('link', { name: `${mark}-access.md` })
            .waitFor();
          await at.glance('evidence-duplicate');
          await page.getByRole('button', { name: 'Remove another-name.md from this list' }).click();
        });

        await row.getByRole('link', { name: `${mark}-access.md` }).click();
        await at.heading(`${mark}-access.md`);
        await page
          .getByRole('region', { name: /^Text of/ })
          .getByText('reviews the register every quarter')
          .waitFor();
        await page
          .getByRole('button', { name: /page 1 · access/ })
          .first()
          .click();
        await page.locator('mark').first().waitFor();
        await page.getByRole('tab', { name: 'Facts' }).click();
        await page.getByText('text/markdown').waitFor();
        await at.look('document-facts');
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download original' }).click();
        assert.deepEqual(readFileSync(await (await saved).path()), readFileSync(paths[0]));
        assert.equal((await saved).suggestedFilename(), `${mark}-access.md`);

        await page.getByRole('button', { name: 'Delete…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Delete this document' });
        await dialog.getByText(`${mark}-access.md`).waitFor();
        await dialog.getByText(/1 document, \d+ chunks? and .* are removed for good/).waitFor();
        await at.glance('document-delete');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        assert.equal(
          await page.evaluate(() => document.activeElement?.textContent),
          'Delete…',
          'the dialog gives the focus back',
        );
        await page.getByRole('button', { name: 'Delete…' }).click();
        await dialog.getByRole('button', { name: 'Delete document' }).click();
        await at.heading('Evidence');
        await page.getByRole('searchbox', { name: 'Find by file name' }).fill(mark);
        await page.getByRole('row', { name: new RegExp(`${mark}-backup\\.md`) }).waitFor();
        assert.equal(await row.count(), 0);
        await removeAll(at, mark);
      },
    );
  },
);

// Holds uploads so that the journey answers them one by one.
async function heldUploads(page) {
  const held = [];
  await page.route('**/api/documents/upload', (route) => held.push(route));
  return {
    held,
    until: async (count) => {
      while (held.length < count) await page.waitForTimeout(20);
    },
  };
}

const refusedWith = (route, status, error, message, details) =>
  route.fulfill({ status, json: { error, message, details, requestId: 'r-1' } });

journey(
  'three go at a time; each is refused, stopped and tried again for itself',
  { as: 'MEMBER', complaints: [/status of (413|422|415)/, /Failed to load resource/] },
  async (at) => {
    const { page } = at;
    const mark = randomUUID().slice(0, 8);
    const { held, until } = await heldUploads(page);
    await at.open('/cm/evidence');
    await page.getByRole('table').waitFor();
    await withFiles(
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((n) => [`${mark}-${n}.md`, policy(n)])),
      async (paths) => {
        await choose(page, paths);
        await until(3);
        const list = page.getByRole('list', { name: 'Uploads' });
        await list.getByText('Waiting for its turn').first().waitFor();
        await page.waitForTimeout(300);
        assert.equal(held.length, 3, 'three at a time');
        await page.getByText('Uploading 1 of 5').waitFor();
        await at.glance('evidence-uploading');

        await refusedWith(held[0], 413, 'PAYLOAD_TOO_LARGE', 'The file is larger than 104857600 bytes', {
          limitBytes: 100_000_000,
        });
        await list.getByText('Larger than 100 MB. Split it, or upload a smaller copy.').waitFor();
        await until(4);
        await refusedWith(held[1], 422, 'ARCHIVE_LIMIT_EXCEEDED', 'The archive holds more than 1000 files', {
          limit: 'fileCount',
          allowed: 1000,
          found: 1001,
        });
        await list.getByText('The archive holds more than 1000 files.').waitFor();
        await until(5);
        await page.getByRole('button', { name: `Stop ${mark}-c.md` }).click();
        await list.getByText('Stopped').waitFor();
        await refusedWith(held[3], 415, 'UNSUPPORTED_MEDIA_TYPE', 'This is a RAR archive, which Assay cannot open', {});
        await list.getByText('This is a RAR archive, which Assay cannot open.').waitFor();
        await at.glance('evidence-refused');
        await held[4].continue();
        await page.unroute('**/api/documents/upload');
        for (const name of ['a', 'c'])
          await page.getByRole('button', { name: `Upload ${mark}-${name}.md again` }).click();
        for (const name of ['a', 'c', 'e']) {
          await page
            .getByRole('row', { name: new RegExp(`${mark}-${name}\\.md`) })
            .getByText('Ready', { exact: true })
            .waitFor();
        }
        assert.equal(await list.getByRole('listitem').count(), 2, 'two refusals are left');
      },
    );
    await removeAll(at, mark);
  },
);

journey('a slow upload shows its bytes, and after three seconds what is left', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await at.open('/cm/evidence');
  await page.getByRole('table').waitFor();
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await withFiles({ 'slow.txt': `${randomUUID()} words of a long register. `.repeat(40_000) }, async (paths) => {
    await choose(page, paths);
    const begun = Date.now();
    await page.getByText(/^[1-9][\d.]* [kM]B of 2\.\d MB/).waitFor();
    const bar = page.getByRole('progressbar', { name: 'Uploading 1 of 1' });
    const first = Number(await bar.getAttribute('aria-valuenow'));
    await page.getByText(/\ss left|\smin .*left/).waitFor();
    assert.ok(Date.now() - begun > 2900, 'not before three seconds');
    assert.ok(Number(await bar.getAttribute('aria-valuenow')) > first, 'the bytes grow');
    await page.getByRole('button', { name: 'Stop all' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
  });
});
