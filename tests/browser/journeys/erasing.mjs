// SPDX-License-Identifier: Apache-2.0
// Legal holds and erasures: a document is held, released and erased on its page, and several are in the list.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { addEvidence, completedRun, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const REFUSED = /status of 409 .*\/erasure/;
const GONE = /status of 404 .*\/api\/documents\//;

async function more(page, name) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

// Files that are not a minute old are kept until then: they may belong to an upload that has not ended.
const age = ({ stack }, { id }) =>
  execFileSync('find', [
    join(stack.state, 'data/blobs', id),
    '-type',
    'f',
    '-exec',
    'touch',
    '-d',
    '1 hour ago',
    '{}',
    '+',
  ]);

async function fillErasure(dialog, reason) {
  await dialog.getByLabel('Reason').fill(reason);
  const act = dialog.getByRole('button', { name: 'Erase for good' });
  assert.ok(await act.isDisabled(), 'a word has to be typed first');
  await dialog.getByLabel(/^Type “erase”/).fill('erase');
  await act.click();
}

journey('a document is held, released and erased', { complaints: [REFUSED, GONE] }, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  const documents = await addEvidence(at);
  await completedRun(at);
  const { id } = documents.find(({ originalFilename }) => originalFilename.startsWith('Information'));
  age(at, tenant);

  await at.open(`/cm/evidence/${id}`);
  await at.heading('Information-Security-Policy.md');
  await more(page, 'Place on hold…');
  const hold = page.getByRole('dialog', { name: 'Place this document on hold' });
  await hold.getByLabel('Reason').fill('Dispute with Example Ltd, case 12/26');
  await at.glance('document-hold');
  await hold.getByLabel('Reason').press('Enter');
  await hold.waitFor({ state: 'detached' });
  const note = page.locator('.note').filter({ hasText: 'Dispute with Example Ltd, case 12/26' });
  await note.getByText('On hold', { exact: true }).waitFor();
  await note.getByText('ADMIN person').waitFor();
  await at.look('document-held');

  // What is held cannot be erased, and the dialog says why.
  await more(page, 'Erase…');
  const erase = page.getByRole('dialog', { name: 'Erase this document for good' });
  await erase.getByRole('link', { name: 'Assay Baseline' }).waitFor();
  await at.look('document-erase');
  await fillErasure(erase, 'Request of a former employee');
  await erase.getByText('It is on hold (“Dispute with Example Ltd, case 12/26”).').waitFor();
  await at.glance('document-erase-refused');
  await erase.getByRole('button', { name: 'Cancel' }).click();

  // The list says so too.
  await at.open('/cm/evidence');
  const row = page.getByRole('row', { name: /Information-Security-Policy\.md/ });
  await row.getByText('On hold').waitFor();
  assert.equal(await page.getByText('On hold').count(), 1);
  await row.getByRole('link').first().click();

  await note.getByRole('button', { name: 'Release hold…' }).click();
  const release = page.getByRole('dialog', { name: 'Release the hold' });
  await release.getByText('Dispute with Example Ltd, case 12/26').waitFor();
  await at.glance('document-release');
  await release.getByRole('button', { name: 'Release hold' }).click();
  await note.waitFor({ state: 'detached' });

  await more(page, 'Erase…');
  await fillErasure(erase, 'Request of a former employee');
  await page.getByText('The document and its files are gone.').waitFor();
  await at.heading('Information-Security-Policy.md');

  // The record stands where the document was.
  await page.reload();
  await page.getByText('The document and its files are gone.').waitFor();
  await page.getByText('Request of a former employee').waitFor();
  await page.getByText('ADMIN person').first().waitFor();
  await page.getByRole('heading', { name: '1 run still quotes it' }).waitFor();
  await at.look('document-erased');
  await page.getByRole('link', { name: 'Assay Baseline' }).click();
  await page.getByText('Freeze the record').waitFor();

  // Only administrators read records of erasures.
  await at.signInAs(tenant.user('VIEWER'));
  await at.open(`/cm/evidence/${id}`);
  await at.heading('There is nothing here');
});

// Whoever may act for all tenants reaches a document of another one by its address.
journey('a document of another tenant is held and erased, and then not there', { complaints: [GONE] }, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  const [{ id }] = await addEvidence(at);
  await at.signInByCookie('SUPER_ADMIN');
  await at.open(`/cm/evidence/${id}`);
  await more(page, 'Place on hold…');
  const hold = page.getByRole('dialog', { name: 'Place this document on hold' });
  await hold.getByLabel('Reason').fill('Audit 2026');
  await hold.getByRole('button', { name: 'Place on hold' }).click();
  const note = page.locator('.note').filter({ hasText: 'Audit 2026' });
  await note.waitFor();
  await note.getByRole('button', { name: 'Release hold…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release hold' }).click();
  await note.waitFor({ state: 'detached' });
  await more(page, 'Erase…');
  const erase = page.getByRole('dialog', { name: 'Erase this document for good' });
  await erase.getByText(/^1 document, \d+ chunks/).waitFor();
  await fillErasure(erase, 'The project has ended');
  await page.getByRole('heading', { name: 'The erasure' }).waitFor();
  await page.reload();
  await at.heading('There is nothing here');
});

journey('several are held, released and erased in the list', { complaints: [REFUSED] }, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('ADMIN'));
  await addEvidence(at);
  await at.open('/cm/evidence');
  await page.getByRole('checkbox', { name: 'Select Backup-Procedure.md' }).check();
  await page.getByRole('checkbox', { name: 'Select access-review-2026Q3.csv' }).check();
  const bar = page.getByRole('group', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Place on hold…' }).click();
  const hold = page.getByRole('dialog', { name: 'Place 2 documents on hold' });
  await hold.getByLabel('Reason').fill('Audit 2026');
  await hold.getByRole('button', { name: 'Place on hold' }).click();
  await hold.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelectorAll('tbody .on-hold').length === 2);
  await at.look('evidence-held');

  await page.getByRole('checkbox', { name: 'Select access-review-2026Q3.csv' }).uncheck();
  await bar.getByRole('button', { name: 'Release hold…' }).click();
  const release = page.getByRole('dialog', { name: 'Release the hold' });
  await release.getByText('Audit 2026').waitFor();
  await release.getByRole('button', { name: 'Release hold' }).click();
  await page.waitForFunction(() => document.querySelectorAll('tbody .on-hold').length === 1);

  // What is held stays, the others go.
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await bar.getByRole('button', { name: 'Erase…' }).click();
  const erase = page.getByRole('dialog', { name: 'Erase 3 documents for good' });
  await fillErasure(erase, 'The project has ended');
  await erase.getByText('It is on hold (“Audit 2026”).').waitFor();
  await at.glance('evidence-erase-several');
  await erase.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await bar.getByText('1 document selected').waitFor();
});
