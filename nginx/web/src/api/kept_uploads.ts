// SPDX-License-Identifier: Apache-2.0
// Where the pieces of a file go that was not sent to its end: kept by the browser, so that the file goes on
// where it stood when it is chosen again after a reload.
import { actingTenant, currentUser, session } from './session.ts';

const KEPT = 'assay.uploads';
const LONGEST = 24 * 3600 * 1000; // ms: as long as the service keeps the pieces by default

interface Kept {
  path: string;
  at: number;
}

function all(): Record<string, Kept> {
  return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, Kept>;
}

function put(kept: Record<string, Kept>): void {
  const young = Object.entries(kept).filter(([, { at }]) => at > Date.now() - LONGEST);
  if (young.length > 0) localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(young)));
  else localStorage.removeItem(KEPT);
}

// What tells a file from others: the browser gives no more than this without reading it.
const keyOf = (file: File): string =>
  [currentUser().id, actingTenant.value?.id ?? '', file.size, file.lastModified, file.name].join(' ');

export const keptPath = (file: File): string | undefined => all()[keyOf(file)]?.path;

export function keepPath(file: File, path: string): void {
  put({ ...all(), [keyOf(file)]: { path, at: Date.now() } });
}

export function forgetPath(file: File): void {
  const kept = all();
  delete kept[keyOf(file)];
  put(kept);
}

// Nobody else learns the names.
session.subscribe(({ phase }) => {
  if (phase === 'out') localStorage.removeItem(KEPT);
});
