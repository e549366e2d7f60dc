// SPDX-License-Identifier: Apache-2.0
// Saving changes in the admin console, in English.

export const write = {
  save: 'Save the changes',
  undo: 'Undo',
  acts: 'Actions',
  changed: 'Somebody else changed this after you opened it.',
  changedWhy: 'Your change was not saved. Load the current version, then make your change again.',
  load: 'Load the current version',
  newest: (n: number) => `The newest ${n.toLocaleString('en-GB')} are shown.`,
};
