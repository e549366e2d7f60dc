// SPDX-License-Identifier: Apache-2.0
// What of the installation's state is not normal, in words that say what to do.
import type { Schemas } from '../../api/client.ts';
import { bytes, duration } from '../../strings/format.ts';
import { t } from '../words.ts';

export type State = Schemas['Operations'];

const LONG = 5 * 60_000; // ms that work may wait before somebody should look
const LITTLE = 0.1; // of the disk

export const ageMs = (at: string, now: number): number => Math.max(0, now - Date.parse(at));
export const waitsLong = (at: string | null, now: number): boolean => at !== null && ageMs(at, now) > LONG;

// The figures that the API describes as a map.
export function storageOf({ storage }: State) {
  const { documents = 0, documentBytes = 0, exports = 0, exportBytes = 0, databaseBytes = 0, diskBytes = 0, diskFreeBytes = 0 } = storage;
  return { documents, documentBytes, exports, exportBytes, databaseBytes, diskBytes, diskFreeBytes };
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
    if (oldestWaitingAt !== null && waitsLong(oldestWaitingAt, now)) found.push(words.waitsLong(words.kind[kind], duration(ageMs(oldestWaitingAt, now))));
  }
  if (diskIsLow(state)) found.push(words.diskLow(bytes(storageOf(state).diskFreeBytes)));
  return found;
}
