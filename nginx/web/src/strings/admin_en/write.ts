// SPDX-License-Identifier: Apache-2.0
// Saving changes in the admin console, in English.

export const write = {
  save: 'Save the changes',
  undo: 'Undo',
  acts: 'Actions',
  changed: 'Somebody else changed this after you opened it.',
  changedWhy: 'Nothing of yours was saved. Load it as it is now, then make your change again.',
  load: 'Load it as it is now',
  newest: (n: number) => `The newest ${n.toLocaleString('en-GB')} are shown.`,
};
