// SPDX-License-Identifier: Apache-2.0
// Evidence that is stored: several deleted at once, a failed one read again, seen by a viewer, an image as it looks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { choose, policy, removeAll, withFiles } from '../evidence_files.mjs';
import { journey } from '../journey.mjs';

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
  // One that stays: others come and go with the journeys beside this one.
  await page.getByRole('table').getByRole('link', { name: 'shared-policy.md' }).first().click();
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
