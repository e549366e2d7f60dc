// SPDX-License-Identifier: Apache-2.0
// Why something failed, in the language spoken; whole, however long it is.
import { t } from '../strings/words.ts';
import { Foreign } from './inline.tsx';

interface Failed {
  failureReason: string | null;
  failureCode?: string | null; // what kind of failure it was, where the service tells
}

// By its code where that is known, else as the service says it.
export function failureText({ failureCode, failureReason }: Failed): string {
  const reason = failureReason ?? '';
  return (failureCode ? t().failures[failureCode]?.(reason) : null) ?? reason;
}

export const FailureText = ({ of }: { of: Failed }) => <Foreign>{failureText(of)}</Foreign>;

// The file itself is at fault, or what it holds is not read: the same comes of reading it again.
const OF_THE_FILE: ReadonlySet<string> = new Set(['encrypted', 'broken', 'unsupported', 'no_text', 'type_mismatch', 'empty', 'limit', 'archive_limit', 'archive_unsafe']);

export const retryHelps = ({ failureCode }: Failed): boolean => !failureCode || !OF_THE_FILE.has(failureCode);
