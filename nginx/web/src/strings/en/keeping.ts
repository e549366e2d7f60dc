// SPDX-License-Identifier: Apache-2.0
// Legal holds and erasures, in English.
import { countEn as count } from '../count.ts';

const documents = (n: number) => (n === 1 ? 'this document' : count(n, 'document', 'documents'));

export const keeping = {
  more: 'More',
  reason: 'Reason',
  hold: {
    badge: 'On hold',
    open: 'Place on hold…',
    title: (n: number) => `Place ${documents(n)} on hold`,
    about:
      'While the hold is in place, nothing that it covers can be deleted, erased or removed by age. A hold on an archive or message covers its files.',
    reasonHint: 'Everybody who can open the document can read it.',
    act: 'Place on hold',
    busy: 'Placing on hold',
    done: (n: number) => `${count(n, 'document is', 'documents are')} on hold.`,
    by: 'Set by',
    everything: 'It covers all documents of the organisation.',
    through: 'It is on the archive or message that holds this document.',
  },
  release: {
    open: 'Release hold…',
    title: 'Release the hold',
    about: 'After that, the document may be deleted, erased or removed by age again. The hold stays in the record.',
    act: 'Release hold',
    done: (n: number) => `${count(n, 'hold is', 'holds are')} released.`,
  },
  erase: {
    open: 'Erase…',
    title: (n: number) => `Erase ${documents(n)} for good`,
    goes: 'What is removed',
    goesWhat: 'The original, its text, chunks, vectors and facts, and the files of evidence packages that hold it.',
    stays: 'What remains',
    staysWhat:
      'Assessments with the words that they quote, the frozen records of runs, the audit trail, and a record of this erasure. Backups keep the document until they are removed.',
    quoting: 'Runs that quote it in current results',
    looking: 'Looking for runs that quote it…',
    unquoted: 'No current result quotes it.',
    earlier: 'The record of the erasure also names earlier runs.',
    reasonHint: 'It stays in the record.',
    word: 'erase',
    confirm: (word: string) => `Type “${word}” to confirm`,
    act: 'Erase for good',
    busy: 'Erasing',
    done: (n: number) => `${count(n, 'document', 'documents')} erased.`,
  },
  refused: {
    held: (reason: string) => `It is on hold (“${reason}”). Release the hold first.`,
    inArchive:
      'It is a file of an archive or message, whose original holds it too. Erase that, and upload it again without this file.',
  },
  erased: {
    summary: 'Erased',
    about: 'The erasure',
    status: {
      QUEUED: 'The document is gone. Its files are being removed.',
      IN_PROGRESS: 'The document is gone. Its files are being removed.',
      COMPLETED: 'The document and its files are gone.',
      FAILED: 'The document is gone, but not all of its files could be removed.',
    },
    retry: 'Try again',
    by: 'Erased by',
    rules: 'Retention rules',
    at: 'Erased',
    ended: 'Files removed',
    packages: 'Evidence packages without their file',
    files: 'What was removed',
    quoting: (n: number) => (n === 0 ? 'No run quotes it' : `${count(n, 'run still quotes', 'runs still quote')} it`),
    quotes: (n: number) => count(n, 'quote', 'quotes'),
    newest: (n: number) => `The newest ${n.toLocaleString('en-GB')} are shown.`,
    searched: (n: number) => `${count(n, 'run', 'runs')} searched it. Frozen records may hold parts of its text.`,
  },
};
