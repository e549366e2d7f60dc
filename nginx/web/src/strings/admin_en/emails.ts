// SPDX-License-Identifier: Apache-2.0
// E-mail in the admin console, in English.

export const emails = {
  title: 'E-mail',
  about: 'Messages to users from the last 30 days, newest first. Users choose in their settings which ones they get.',
  none: 'No e-mail yet',
  noneWhy: 'Messages appear here once there is a mail server, and something to tell a user.',
  noneOfThese: 'No message matches.',
  filterLabel: 'Filter e-mail',
  every: 'All',
  to: 'To',
  kinds: {
    TASK_ASSIGNED: 'Tasks assigned',
    RUN_ENDED: 'Run ended',
    WEEKLY_DIGEST: 'Weekly digest',
    INVITATION: 'Invitation',
  },
  state: 'State',
  status: { PENDING: 'Waiting', SENT: 'Sent', SKIPPED: 'Left out', FAILED: 'Failed' },
  reason: 'Why',
  nextTry: 'Next try',
  at: 'At',
  again: 'Send again',
  againTo: (address: string) => `Send again to ${address}`,
  sentAgain: 'The message is being sent again.',
};
