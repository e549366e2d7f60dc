// SPDX-License-Identifier: Apache-2.0
// E-mail in the administration: what was sent, what failed and why, and sending it again.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

const ID = '01934a5e-dddd-7abc-8def-01234567890';
const AT = '2026-01-02T03:04:05.678Z';
const email = (number, more) => ({
  id: ID + number,
  kind: 'RUN_ENDED',
  userId: '01934a5e-1111-7abc-8def-0123456789ab',
  address: `person-${number}@example.org`,
  status: 'SENT',
  attempts: 1,
  nextAttemptAt: null,
  lastAttemptAt: AT,
  reason: null,
  finishedAt: AT,
  createdAt: AT,
  ...more,
});

// The stack of the journeys has no mail server, so the lists are made up here.
journey('a message that failed says why and is sent again', { as: 'ADMIN' }, async (at) => {
  const { page } = at;
  const why = 'The mail server did not accept the message: 550 5.1.1 There is nobody of that name';
  const failed = email(1, { kind: 'INVITATION', status: 'FAILED', reason: why });
  const waiting = email(2, {
    status: 'PENDING',
    finishedAt: null,
    nextAttemptAt: '2036-01-02T03:04:05.678Z',
    reason: 'The mail server cannot be reached.',
  });
  let emails = [waiting, failed, email(3, { kind: 'WEEKLY_DIGEST' }), email(4, { status: 'SKIPPED', reason: 'Old.' })];
  await page.route('**/api/admin/emails?**', (route) => {
    const status = new URL(route.request().url()).searchParams.get('status');
    return route.fulfill({
      json: { emails: emails.filter((one) => !status || one.status === status), nextCursor: null },
    });
  });
  await page.route(`**/api/admin/emails/${failed.id}/resend*`, (route) => {
    emails = [waiting, email(1, { kind: 'INVITATION' })];
    return route.fulfill({ status: 202, json: { email: { ...failed, status: 'PENDING' } } });
  });
  await at.open('/admin/emails');
  await at.heading('E-mail');
  const table = page.getByRole('table', { name: 'E-mail' });
  await table.getByText('person-4@example.org').waitFor();
  await at.look('admin-emails');
  await page.getByRole('button', { name: 'Failed' }).click();
  await table.getByText(why).waitFor();
  assert.equal(await table.getByText('person-2@example.org').count(), 0);
  await page.getByRole('button', { name: 'Send again to person-1@example.org' }).click();
  await page.getByText('The message is being sent again.').first().waitFor();
  await page.getByText('No message matches.').waitFor();
});

journey('without any e-mail, a tenant is told when there is some', { as: 'ADMIN' }, async (at) => {
  await at.page.route('**/api/admin/emails?**', (route) => route.fulfill({ json: { emails: [], nextCursor: null } }));
  await at.open('/admin/emails');
  await at.page.getByRole('heading', { name: 'No e-mail yet' }).waitFor();
  await at.glance('admin-emails-empty');
});
