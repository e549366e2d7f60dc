// SPDX-License-Identifier: Apache-2.0
// Evidence arrives: chosen or dropped, followed until it is ready, refused in plain words, deleted.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journey } from '../journey.mjs';

const policy = (about) => `# ${about}

## Scope

The officer for ${about} reviews the register every quarter (${randomUUID()}).

- Nobody approves their own request.
`;

// Writes files to disk for a file chooser and removes them afterwards.
async function withFiles(contents, work) {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const paths = Object.entries(contents).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    return await work(paths, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function choose(page, paths) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles(paths);
}

// Drops files on an element as the browser would.
async function drop(page, files) {
  const transfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer();
      for (const { name, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    },
    files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] })),
  );
  const target = page.getByRole('table');
  await target.dispatchEvent('dragenter', { dataTransfer: transfer });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByText('Let go to upload').waitFor();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

async function removeAll(at, word) {
  const { documents } = await at.api('GET', `/api/documents?topLevel=true&limit=200&q=${encodeURIComponent(word)}`);
  for (const { id } of documents)
    await at.page.request.delete(`${at.stack.baseUrl}/api/documents/${id}`, {
      headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
    });
}

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
          await page.getByRole('button', { name: 'Take another-name.md off this list' }).click();
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

journey('a ZIP dropped on the page opens to its files', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const mark = randomUUID().slice(0, 8);
  await withFiles({ [`${mark}-one.md`]: policy('one'), [`${mark}-two.txt`]: policy('two') }, async (paths, folder) => {
    const archive = join(folder, `${mark}.zip`);
    execFileSync('python3', ['-m', 'zipfile', '-c', archive, ...paths]);
    await at.open('/cm/evidence');
    await drop(page, [
      { name: `${mark}.zip`, content: readFileSync(archive) },
      { name: `${mark}-beside.txt`, content: policy('beside') },
    ]);
    const row = page.getByRole('row', { name: new RegExp(`${mark}\\.zip`) });
    await row.getByText('2 files').waitFor();
    await row.getByText('Ready', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: new RegExp(`${mark}-beside\\.txt`) })
      .getByText('Ready', { exact: true })
      .waitFor();
    assert.equal(
      await page.getByRole('row', { name: new RegExp(`${mark}-one\\.md`) }).count(),
      0,
      'its files are inside',
    );
    await page.getByRole('list', { name: 'Uploads' }).getByText('2 files stored').waitFor();
    await row.getByRole('button', { name: `Files of ${mark}.zip` }).click();
    await page
      .getByRole('row', { name: new RegExp(`${mark}-one\\.md`) })
      .getByText('Ready', { exact: true })
      .waitFor();
    await page.getByRole('row', { name: new RegExp(`${mark}-two\\.txt`) }).waitFor();
    await at.look('evidence-archive');
    await row.getByRole('link', { name: `${mark}.zip` }).click();
    await page
      .getByRole('table', { name: 'Files of the archive' })
      .getByRole('link', { name: `${mark}-one.md` })
      .waitFor();
    const members = page.getByRole('region', { name: 'What happened to its files' });
    await members.getByText('2 files stored').waitFor();
    await at.glance('document-archive');
  });
  await removeAll(at, mark);
});

journey(
  'what became of each file of an archive is said, and what goes with it is counted once',
  { as: 'MEMBER' },
  async (at) => {
    const { page } = at;
    const mark = randomUUID().slice(0, 8);
    await withFiles(
      { [`${mark}-one.md`]: policy(`${mark} one`), [`${mark}-two.md`]: policy(`${mark} two`), '.DS_Store': 'x' },
      async (paths, folder) => {
        const archive = join(folder, `${mark}.zip`);
        execFileSync('python3', ['-m', 'zipfile', '-c', archive, ...paths]);
        await at.open('/cm/evidence');
        await choose(page, [paths[0]]);
        await page
          .getByRole('row', { name: new RegExp(`${mark}-one\\.md`) })
          .getByText('Ready', { exact: true })
          .waitFor();
        await choose(page, [archive]);
        const uploads = page.getByRole('list', { name: 'Uploads' });
        await uploads.getByText('1 file stored, 1 already here, 1 left out').waitFor();
        await uploads.getByText('An operating system added the file to the archive; it is not a document.').waitFor();
        await uploads.getByText('Already here as').waitFor();
        await at.look('evidence-archive-uploaded');
        const row = page.getByRole('row', { name: new RegExp(`${mark}\\.zip`) });
        await row.getByText('Ready', { exact: true }).waitFor();
        // The separately uploaded file stays; the archive and its own file go.
        await row.getByRole('button', { name: `Files of ${mark}.zip` }).click();
        const inside = page.getByRole('row', { name: new RegExp(`${mark}-two\\.md`) });
        await inside.getByText('Ready', { exact: true }).waitFor();
        await page.getByRole('checkbox', { name: `Select ${mark}.zip` }).check();
        await page.getByRole('checkbox', { name: `Select ${mark}-two.md` }).check();
        await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).click();
        await page
          .getByRole('dialog')
          .getByText(/^2 documents, /)
          .waitFor();
        await page.keyboard.press('Escape');
        await uploads.getByRole('link', { name: 'See the archive' }).click();
        const members = page.getByRole('region', { name: 'What happened to its files' });
        await members.getByText('1 file stored, 1 already here, 1 left out').waitFor();
        await members.getByRole('listitem').filter({ hasText: '.DS_Store' }).getByText('Left out').waitFor();
        await members
          .getByRole('listitem')
          .filter({ hasText: 'Already here as' })
          .getByRole('link', { name: `${mark}-one.md` })
          .waitFor();
        await at.look('document-archive-members');
      },
    );
    await removeAll(at, mark);
  },
);

journey('several are selected and deleted, and what goes is said before', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const mark = randomUUID().slice(0, 8);
  await withFiles(Object.fromEntries([1, 2, 3].map((n) => [`${mark}-${n}.md`, policy(`part ${n}`)])), async (paths) => {
    await at.open(`/cm/evidence?q=${mark}`);
    await page.getByText('No document matches').waitFor();
    await choose(page, paths);
    await page.waitForFunction(
      () =>
        document.body.innerText.match(/Ready(?! \d)/g)?.length >= 3 &&
        document.querySelectorAll('tbody tr').length === 3,
    );
    await page.getByRole('checkbox', { name: `Select ${mark}-1.md` }).check();
    await page.getByText('1 document selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
    await page.getByText('3 documents selected').waitFor();
    await page.getByRole('checkbox', { name: `Select ${mark}-2.md` }).uncheck();
    await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 documents' });
    await dialog.getByText(`${mark}-3.md`).waitFor();
    await dialog.getByText(/2 documents, \d+ chunks/).waitFor();
    await at.glance('evidence-delete-several');
    await dialog.getByRole('button', { name: 'Delete 2 documents' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await page.getByRole('row', { name: new RegExp(`${mark}-2\\.md`) }).waitFor();
  });
  await removeAll(at, mark);
});

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

journey('why a document could not be read is said, and it is read again', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const mark = randomUUID().slice(0, 8);
  await withFiles({ [`${mark}-broken.pdf`]: `%PDF-1.4\n${mark} this is not really one\n%%EOF\n` }, async (paths) => {
    await at.open('/cm/evidence');
    await choose(page, paths);
    const row = page.getByRole('row', { name: new RegExp(`${mark}-broken\\.pdf`) });
    await row.getByText('Failed.').waitFor();
    assert.match(await row.innerText(), /Failed\. [A-Z][^.]+/, 'with a reason');
    await page.getByRole('button', { name: /^Failed \d/ }).click();
    await row.waitFor();
    await at.look('evidence-failed');
    assert.equal(await row.getByRole('button', { name: /^Retry/ }).count(), 0, 'the file itself is at fault');
    // A cause other than the file.
    at.stack.sql(`UPDATE document SET failure_code = 'killed' WHERE original_filename = '${mark}-broken.pdf'`);
    await page.reload();
    const tried = page.waitForResponse((one) => one.url().endsWith('/retry'));
    await row.getByRole('button', { name: `Retry ${mark}-broken.pdf` }).click();
    assert.equal((await tried).status(), 202);
    await row.getByText('Failed.').waitFor();
    await row.getByRole('link', { name: `${mark}-broken.pdf` }).click();
    await page.getByRole('button', { name: 'Download original' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Retry', exact: true }).count(), 0);
    await at.glance('document-failed');
  });
  await removeAll(at, mark);
});

journey('a viewer sees evidence and cannot add to it', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/evidence');
  await page.getByRole('table').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Upload files' }).count(), 0);
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Download original' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Delete…' }).count(), 0);
});

journey('an image is shown as it looks', { as: 'MEMBER' }, async (at) => {
  const { page } = at;
  const mark = randomUUID().slice(0, 8);
  await at.open('/cm/evidence');
  await page.getByRole('table').waitFor();
  const url = await page.evaluate((word) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
    const context = canvas.getContext('2d');
    context.fillStyle = 'rgb(20, 119, 74)';
    context.fillRect(0, 0, 320, 200);
    context.fillStyle = 'white';
    context.fillText(word, 20, 180); // makes each file different
    return canvas.toDataURL('image/png');
  }, mark);
  await withFiles({ [`${mark}.png`]: Buffer.from(url.split(',')[1], 'base64') }, (paths) =>
    choose(page, paths).then(() =>
      page
        .getByRole('row', { name: new RegExp(`${mark}\\.png`) })
        .getByText(/^(Ready|Failed\.)/) // whether letters this small are recognised does not matter here
        .first()
        .waitFor(),
    ),
  );
  await page.getByRole('link', { name: `${mark}.png` }).click();
  await at.heading(`${mark}.png`);
  const image = page.getByRole('img', { name: `${mark}.png` });
  await image.waitFor();
  await page.waitForFunction(
    () => document.querySelector('.viewer-scroll.image canvas')?.getBoundingClientRect().width > 300,
  );
  const [red, green, blue] = await image.evaluate((canvas) => {
    const context = Object.assign(document.createElement('canvas'), { width: 320, height: 200 }).getContext('2d');
    context.drawImage(canvas, 0, 0);
    return [...context.getImageData(160, 60, 1, 1).data];
  });
  assert.deepEqual([red, green, blue], [20, 119, 74]);
  await page.getByRole('button', { name: 'Larger' }).click();
  await page.getByRole('button', { name: 'Fit to width' }).getByText('125%').waitFor();
  await at.look('document-image');
  await removeAll(at, mark);
});
