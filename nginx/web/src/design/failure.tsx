// SPDX-License-Identifier: Apache-2.0
// Explains why something failed, in the current language and at full length.
import { t } from '../strings/words.ts';
import { Foreign } from './inline.tsx';

interface Failed {
  failureReason: string | null;
  failureCode?: string | null; // the kind of failure; the service gives none for a run
}

// Translates the reason by its sentence or its code if either is known, else returns it as it is.
export function failureText({ failureCode, failureReason }: Failed): string {
  const reason = failureReason ?? '';
  for (const [sentence, inWords] of t().failureSentences) {
    const found = sentence.exec(reason);
    if (found) return inWords(found);
  }
  return (failureCode ? t().failures[failureCode]?.(reason) : null) ?? reason;
}

export const FailureText = ({ of }: { of: Failed }) => <Foreign>{failureText(of)}</Foreign>;

// The file is at fault, unsupported or gone, or the reader is at fault: reading it again gives the same result.
const SAME_AGAIN: ReadonlySet<string> = new Set([
  'encrypted',
  'broken',
  'unsupported',
  'no_text',
  'type_mismatch',
  'empty',
  'limit',
  'memory',
  'reader_fault',
  'archive_limit',
  'archive_unsafe',
  'original_missing',
]);

export const retryHelps = ({ failureCode }: Failed): boolean => !failureCode || !SAME_AGAIN.has(failureCode);
