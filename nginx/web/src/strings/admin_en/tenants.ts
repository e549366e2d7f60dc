// SPDX-License-Identifier: Apache-2.0
// The organisations in the admin console, in English.
import { countEn as count } from '../count.ts';

export const tenants = {
  title: 'Tenants',
  summary: (n: number) => count(n, 'organisation in this installation', 'organisations in this installation'),
  name: 'Name',
  nameHint: 'Single sign-on finds an organisation by this name.',
  id: 'Id',
  since: 'Since',
  own: 'your own',
  act: 'Act for it',
  current: 'You act for it',
  currentLong: 'You act for this organisation.',
  otherLong: 'You do not act for it at the moment.',
  add: 'Add a tenant',
  added: (name: string) => `${name} is added.`,
  withAdmin: 'With its first administrator',
  withAdminHint: 'Without one, only a super administrator can work in it.',
  adminName: 'Name of the administrator',
  rename: 'Rename',
  saved: 'The tenant is renamed.',
  holds: 'What it holds',
  people: 'People',
  documents: 'Documents',
  failedDocuments: 'Documents that failed',
  runs: 'Runs',
  openTasks: 'Open tasks',
  packs: 'Packs bound',
  leaving: {
    title: 'When it leaves',
    about: 'Exporting and erasing a whole organisation is done by the operator, on a host of this installation:',
    exporting: 'Export everything',
    exportWhat:
      'Writes its rows, stored files and audit trail into a new folder, with a SHA256SUMS. Passwords, tokens and secrets are left out.',
    folder: 'FOLDER',
    erasing: 'Erase everything',
    eraseWhat:
      'Removes it with all its records and files. It cannot be undone. A signed statement of where its audit trail ended stays. Backups keep it until they are removed.',
    held: 'A legal hold forbids erasing it:',
  },
};
