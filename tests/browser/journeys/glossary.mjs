// SPDX-License-Identifier: Apache-2.0
// The glossary: names are added, corrected where the service refuses one, and not written over what somebody else saved.
import assert from 'node:assert/strict';
import { freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const PATH = '/api/admin/glossary';

journey(
  'names of the organisation are explained, and a change of somebody else is not overwritten',
  { complaints: [/status of 400/, /status of 409/] },
  async (at) => {
    const { page } = at;
    const tenant = await freshTenant(at);
    await at.signInAs(tenant.user('ADMIN'));
    await at.open('/admin/glossary');
    await at.heading('Glossary');
    await page.getByText('No names are explained yet.').waitFor();
    const save = page.getByRole('button', { name: 'Save the changes' });
    assert.equal(await save.isDisabled(), true);
    const add = async (expression, meaning) => {
      await page.getByRole('button', { name: 'Add a name' }).click();
      await page.getByLabel('Your documents say').last().fill(expression);
      await page.getByLabel('It means').last().fill(meaning);
    };
    await add('HarbourLink', 'VPN');
    await page.getByRole('button', { name: 'Add a name' }).click(); // left blank: not sent
    await add('harbourlink', 'business continuity');
    await save.click();
    const issue = page.getByRole('group', { name: 'Name 3' }).getByText(/is the same as "HarbourLink"/);
    await issue.waitFor();
    await page.getByLabel('Your documents say').nth(1).fill('Kestrel');
    assert.equal(await issue.count(), 1, 'what is wrong stays at its row');
    await page.getByLabel('Your documents say').nth(1).fill('');
    await page.getByLabel('Your documents say').last().fill('BCM');
    await save.click();
    await page.getByText('The glossary is changed.').first().waitFor();
    await page.getByText('Version 1').waitFor();
    const both = [
      { expression: 'HarbourLink', meaning: 'VPN' },
      { expression: 'BCM', meaning: 'business continuity' },
    ];
    assert.deepEqual((await at.api('GET', PATH)).entries, both);
    await at.look('admin-glossary');

    await page.getByRole('button', { name: 'Remove name 1' }).click();
    await at.api('PUT', PATH, { entries: [{ expression: 'Kestrel', meaning: 'data centre' }] });
    await save.click();
    const alert = page.getByRole('alert');
    await alert.getByText('Somebody else changed this after you opened it.').waitFor();
    await alert.getByRole('button', { name: 'Load the current version' }).click();
    await page.getByText('Version 2').waitFor();
    assert.equal(await page.getByLabel('Your documents say').inputValue(), 'Kestrel');
  },
);
