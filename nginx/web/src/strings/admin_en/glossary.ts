// SPDX-License-Identifier: Apache-2.0
// The glossary in the admin console, in English.

export const glossary = {
  title: 'Glossary',
  about:
    'What your organisation’s own names mean. Searches and future runs find evidence that says “HarbourLink” where a requirement asks for a VPN.',
  entries: 'Names',
  entry: (n: number) => `Name ${n.toLocaleString('en-GB')}`,
  expression: 'Your documents say',
  meaning: 'It means',
  none: 'No names are explained yet.',
  add: 'Add a name',
  remove: (n: number) => `Remove name ${n.toLocaleString('en-GB')}`,
  saved: 'The glossary is changed.',
  version: (n: number) => `Version ${n.toLocaleString('en-GB')}`,
  pastStays:
    'A run keeps the glossary that was in force when it was started. Judging and citations read documents as they are written.',
};
