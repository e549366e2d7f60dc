// SPDX-License-Identifier: Apache-2.0
// Why something failed, in the language spoken; whole, however long it is.
import { t } from '../strings/words.ts';
import { Foreign } from './inline.tsx';

interface Failed {
  failureReason: string | null;
  failureCode?: string | null; // what kind of failure it was; of a run the service does not tell
}

// By the sentence or by its code where one of them is known, else as the service says it.
export function failureText({ failureCode, failureReason }: Failed): string {
  const reason = failureReason ?? '';
  for (const [sentence, inWords] of t().failureSentences) {
    const found = sentence.exec(reason);
    if (found) return inWords(found);
  }
  return (failureCode ? t().failures[failureCode]?.(reason) : null) ?? reason;
}

export const FailureText = ({ of }: { of: Failed }) => <Foreign>{failureText(of)}</Foreign>;

// The file itself is at fault, or what it holds is not read, or it is gone: the same comes of reading it again.
const OF_THE_FILE: ReadonlySet<string> = new Set(
  ['encrypted', 'broken', 'unsupported', 'no_text', 'type_mismatch', 'empty', 'limit', 'memory', 'archive_limit', 'archive_unsafe', 'original_missing']);

export const retryHelps = ({ failureCode }: Failed): boolean => !failureCode || !OF_THE_FILE.has(failureCode);
