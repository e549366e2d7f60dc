// SPDX-License-Identifier: Apache-2.0
// Describes what is abnormal in the installation's state, in words that say what to do.
import type { Schemas } from '../../api/client.ts';
import { bytes, duration } from '../../strings/format.ts';
import { t } from '../words.ts';

export type State = Schemas['Operations'];

const LONG = 5 * 60_000; // ms that work may wait before somebody should investigate
const LITTLE = 0.1; // of the disk

export const ageMs = (at: string, now: number): number => Math.max(0, now - Date.parse(at));
export const waitsLong = (at: string | null, now: number): boolean => at !== null && ageMs(at, now) > LONG;

// The figures that the API describes as a map. Those of the machine are null for a tenant's administrator.
export function storageOf({ storage }: State) {
  const { documents, documentBytes, exports, exportBytes, databaseBytes, diskBytes, diskFreeBytes } = storage;
  return {
    documents: documents ?? 0,
    documentBytes: documentBytes ?? 0,
    exports: exports ?? 0,
    exportBytes: exportBytes ?? 0,
    databaseBytes: databaseBytes ?? 0,
    diskBytes: diskBytes ?? 0,
    diskFreeBytes: diskFreeBytes ?? 0,
  };
}

export function diskIsLow(state: State): boolean {
  const { diskBytes, diskFreeBytes } = storageOf(state);
  return diskBytes > 0 && diskFreeBytes / diskBytes < LITTLE;
}

export function concerns(state: State, now: number): string[] {
  const words = t().operations;
  const found: string[] = [];
  if (!state.workers.some(({ alive }) => alive)) found.push(words.noWorker);
  for (const { kind, oldestWaitingAt } of state.queue) {
    if (oldestWaitingAt !== null && waitsLong(oldestWaitingAt, now))
      found.push(words.waitsLong(words.kind[kind], duration(ageMs(oldestWaitingAt, now))));
  }
  if (diskIsLow(state)) found.push(words.diskLow(bytes(storageOf(state).diskFreeBytes)));
  return found;
}
