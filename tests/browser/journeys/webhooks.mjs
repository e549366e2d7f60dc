// SPDX-License-Identifier: Apache-2.0
// Webhooks: one is added and its secret shown once; a test that cannot be delivered says why and is sent again; it is
// changed, switched off and deleted.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { journey } from '../journey.mjs';

const refused = { as: 'ADMIN', tenant: 1, complaints: [/status of 400 .*\/api\/admin\/webhooks/] };
journey('a webhook is added, tested, changed, switched off and deleted', refused, async (at) => {
  const { page } = at;
  const url = `https://${randomBytes(4).toString('hex')}.invalid/assay`;
  await at.open('/admin/webhooks');
  await at.heading('Webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('URL').fill('https://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByText('must not be an address in a private, local or reserved network').waitFor();
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByLabel('Description').fill('Tickets');
  await dialog.getByLabel('Document was read').uncheck();
  await at.glance('admin-webhook-new');
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'The secret' });
  assert.match(await secret.getByLabel('Secret').inputValue(), /^whsec_[A-Za-z0-9+/]{43}=$/);
  await secret.getByRole('button', { name: 'I have kept it' }).click();
  const row = page.getByRole('row', { name: new RegExp(url.slice(8, 16)) });
  await row.getByText('Tickets').waitFor();
  await row.getByText('On', { exact: true }).waitFor();
  await at.look('admin-webhooks');

  await row.getByRole('link').click();
  await at.heading(url);
  await page.getByText('No event has been sent yet.').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const sent = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Test/ });
  await sent.getByText('Waiting', { exact: true }).waitFor();
  await sent.getByText('the host name has no address').waitFor();
  await page.getByText('Failing', { exact: true }).waitFor();
  await sent.getByRole('button', { name: 'Show' }).click();
  const shown = page.getByRole('dialog', { name: 'Test' });
  await shown.getByText('"type": "webhook.test"').waitFor();
  await shown.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The event is being sent again.').first().waitFor();
  await at.look('admin-webhook');

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'Change' });
  assert.equal(await change.getByLabel('Document was read').isChecked(), false);
  await change.getByLabel('Document was read').check();
  await change.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('Everything', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog', { name: 'The secret' }).getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText('The previous secret is valid until').waitFor();

  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('An administrator switched it off.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send a test' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this webhook' }).getByRole('button', { name: 'Delete' }).click();
  await at.heading('Webhooks');
  assert.equal(await page.getByRole('row', { name: new RegExp(url.slice(8, 16)) }).count(), 0);
});

journey('a tenant without webhooks is told what they are for', { as: 'ADMIN' }, async (at) => {
  await at.page.route('**/api/admin/webhooks?**', (route) =>
    route.fulfill({ json: { webhooks: [], nextCursor: null } }),
  );
  await at.open('/admin/webhooks');
  await at.page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await at.glance('admin-webhooks-empty');
});
