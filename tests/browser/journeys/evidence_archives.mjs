// SPDX-License-Identifier: Apache-2.0
// Archives arrive: dropped on the page, opened to their files, and what became of each.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose, policy, removeAll, withFiles } from '../evidence_files.mjs';
import { journey } from '../journey.mjs';

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
