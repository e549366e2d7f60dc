// SPDX-License-Identifier: Apache-2.0
// Bindings: thresholds are tried on the latest run, changed, and refused if somebody else changed them first.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { journey } from '../journey.mjs';

// A bound pack of the second tenant, with one run over one document. Other evidence of the tenant is left out, and the
// document supports one requirement well above the threshold.
async function boundPack(at) {
  const headers = { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' };
  const name = `Bound rules ${randomBytes(4).toString('hex')}`;
  const criteria = [
    {
      criterionId: 1,
      criterionTitle: 'Access',
      requirements: [
        { requirementId: '1.1', title: 'Access rights are reviewed every quarter.' },
        { requirementId: '1.2', title: 'Visitors are accompanied by an employee at all times.' },
      ],
    },
  ];
  const send = async (path, file) => {
    const answer = await at.page.request.post(at.stack.baseUrl + path, { headers, multipart: { file } });
    assert.ok(answer.ok(), await answer.text());
    return answer.json();
  };
  const { pack } = await send('/api/admin/packs/import?bind=true', {
    name: 'p.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'assay-pack/1', name, version: '1', criteria })),
  });
  const { document } = await send('/api/documents/upload', {
    name: 'access.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(
      `# Access ${name}\n\nAccess rights are reviewed every quarter by the owners of the systems. The access rights of every account were reviewed in the third quarter, as in each quarter before it.\n`,
    ),
  });
  for (let tries = 0; (await at.api('GET', `/api/documents/${document.id}/status`)).status !== 'READY'; tries += 1) {
    assert.ok(tries < 100, 'the document gets ready');
    await at.page.waitForTimeout(100);
  }
  const { run } = await at.api('POST', '/api/runs', { packId: pack.id, documentIds: [document.id] });
  for (let tries = 0; (await at.api('GET', `/api/runs/${run.id}`)).status !== 'COMPLETED'; tries += 1) {
    assert.ok(tries < 100, 'the run completes');
    await at.page.waitForTimeout(100);
  }
  return {
    ...pack,
    name,
    document,
    end: async () => {
      await at.page.request.delete(`${at.stack.baseUrl}/api/admin/bindings/${pack.id}`, { headers });
      await at.page.request.delete(`${at.stack.baseUrl}/api/documents/${document.id}`, { headers });
    },
  };
}

journey(
  'thresholds are tried, changed, and a change of somebody else is not overwritten',
  { as: 'ADMIN', tenant: 1, complaints: [/status of 409/] },
  async (at) => {
    const { page } = at;
    const pack = await boundPack(at);
    const path = `/api/admin/bindings/${pack.id}`;
    await at.open('/admin/bindings');
    await at.heading('Bindings');
    await page.getByRole('link', { name: pack.name }).waitFor();
    await at.look('admin-bindings');
    await page.getByRole('link', { name: pack.name }).click();
    await at.heading(pack.name);
    const whatIf = page.getByRole('region', { name: 'What the latest run would say' });
    await whatIf.getByText('No requirement would change.').waitFor();
    const save = page.getByRole('button', { name: 'Change the binding' });
    assert.equal(await save.isDisabled(), true);
    await page.getByRole('spinbutton', { name: 'Complete from' }).fill('1');
    await page.getByRole('spinbutton', { name: 'Complete from' }).press('Tab');
    await whatIf.getByText('As it would be: partial from 0.40, complete from 1.00').waitFor();
    await whatIf.getByText('1 requirement would change.').waitFor();
    await at.look('admin-binding');
    // The slider and the number are one value, and partial never exceeds complete.
    await page.getByRole('slider', { name: 'Complete from' }).fill('0.3');
    assert.equal(await page.getByRole('spinbutton', { name: 'Partial from' }).inputValue(), '0.30');
    await page.getByRole('slider', { name: 'Complete from' }).fill('0.8');
    await save.click();
    await page.getByText('The binding is changed.').first().waitFor();
    assert.deepEqual((await at.api('GET', path)).thresholds, { complete: 0.8, partial: 0.3 });
    const history = page.getByRole('table', { name: 'History' });
    await history
      .getByText('Evaluator: – → Built in; Thresholds: – → 0.40 · 0.75; Version: – → 1', { exact: true })
      .waitFor();
    await history.getByText('Thresholds: 0.40 · 0.75 → 0.30 · 0.80').waitFor();

    await page.getByRole('spinbutton', { name: 'Complete from' }).fill('0.9');
    await page.getByRole('spinbutton', { name: 'Complete from' }).press('Tab');
    await at.api('PUT', path, { thresholds: { complete: 0.85, partial: 0.5 } });
    await save.click();
    const alert = page.getByRole('alert');
    await alert.getByText('Somebody else changed this after you opened it.').waitFor();
    await at.glance('admin-binding-conflict');
    assert.equal(
      await page.getByRole('spinbutton', { name: 'Complete from' }).inputValue(),
      '0.90',
      'what one typed stays until one lets it go',
    );
    assert.deepEqual((await at.api('GET', path)).thresholds, { complete: 0.85, partial: 0.5 });
    await alert.getByRole('button', { name: 'Load the current version' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector('input[type="number"]').value === '0.85');
    await pack.end();
  },
);

journey('a pack is bound and unbound', { as: 'ADMIN', tenant: 1 }, async (at) => {
  const { page } = at;
  const name = `Loose rules ${randomBytes(4).toString('hex')}`;
  const answer = await page.request.post(`${at.stack.baseUrl}/api/admin/packs/import`, {
    headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
    multipart: {
      file: {
        name: 'p.json',
        mimeType: 'application/json',
        buffer: Buffer.from(
          JSON.stringify({
            format: 'assay-pack/1',
            name,
            version: '3',
            criteria: [
              { criterionId: 1, criterionTitle: 'One', requirements: [{ requirementId: '1.1', title: name }] },
            ],
          }),
        ),
      },
    },
  });
  assert.equal(answer.status(), 201);
  await at.open('/admin/bindings');
  await page.getByRole('button', { name: 'Bind a pack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bind a pack' });
  await dialog.getByLabel('Pack').selectOption(name);
  await dialog.getByText(/Its newest version, 3, with 1 requirements/).waitFor();
  await dialog.getByRole('button', { name: 'Bind a pack' }).click();
  await at.heading(name);
  await page.getByText('There is no completed run of this pack yet.').waitFor();
  await page.getByRole('button', { name: 'Unbind' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click();
  await at.heading('Bindings');
  assert.equal(await page.getByRole('link', { name }).count(), 0);
});
