// SPDX-License-Identifier: Apache-2.0
// useEach: does something with each of many documents, a few at a time, and tells which it failed for and why.
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/transport.ts';
import { refusedWhy } from '../../keeping/refused.ts';
import type { DocumentRow } from './document_cells.tsx';

const AT_ONCE = 4;

interface Each {
  done: number | null; // how many are through; null while nothing is under way
  failed: readonly { row: DocumentRow; why: string }[];
  run: (work: (row: DocumentRow) => Promise<unknown>) => Promise<readonly string[]>; // returns the ids it worked for
}

export function useEach(rows: readonly DocumentRow[]): Each {
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<Each['failed']>([]);
  const run: Each['run'] = async (work) => {
    setFailed([]);
    setDone(0);
    const through: string[] = [];
    const kept: { row: DocumentRow; why: string }[] = [];
    const left = [...rows];
    const worker = async () => {
      for (let row = left.shift(); row; row = left.shift()) {
        try {
          await work(row);
          through.push(row.id);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          kept.push({ row, why: refusedWhy(error) });
        }
        setDone(through.length + kept.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    setDone(null);
    setFailed(kept);
    return through;
  };
  return { done, failed, run };
}

// For what removes a document: it may be gone already, with its archive or by somebody else.
export async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
