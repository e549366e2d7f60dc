// SPDX-License-Identifier: Apache-2.0
// The upload queue: sends a few files at a time and tracks the bytes of each. Each upload can be stopped
// and retried. Uploads continue while other views are shown.
import { computed, signal } from '@preact/signals';
import { uploadEvidence } from '../../api/files.ts';
import { IN_PIECES_FROM, uploadInPieces } from '../../api/pieces.ts';
import { ApiError } from '../../api/transport.ts';
import { session } from '../../api/session.ts';
import type { Found } from './dropped_files.ts';
import type { Member } from './members.tsx';

const AT_ONCE = 3;
const BUSY_PAUSE = 3000; // ms until the next attempt if the service is overloaded
const BUSY_TRIES = 20;

type UploadState = 'waiting' | 'sending' | 'stored' | 'same' | 'refused' | 'stopped';

export interface Upload {
  id: number;
  file: File;
  folder: string; // the file's folder, if one was dropped or chosen
  state: UploadState;
  sent: number; // bytes
  held?: boolean; // the connection is lost; it goes on when it is back
  error?: ApiError; // why it was refused
  document?: { id: string; name: string }; // the new document, or the existing one
  members?: readonly Member[]; // for an archive: the outcome for its files
}

export const uploads = signal<readonly Upload[]>([]);
export const storedCount = signal(0); // grows with each upload that the service accepts

const stops = new Map<number, AbortController>();
let last = 0;
let begun = 0; // start of the current batch, by performance.now()

const live = ({ state }: Upload) => state === 'waiting' || state === 'sending';

function change(id: number, to: Partial<Upload>): void {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...to } : one));
}

// A large file goes in pieces, and tells the bytes that count as sent whatever happens to the connection.
function sendFile({ id, file }: Upload, signal: AbortSignal) {
  if (file.size < IN_PIECES_FROM) return uploadEvidence(file, (sent) => change(id, { sent }), signal);
  return uploadInPieces(file, ({ bytes, held }) => change(id, held ? { held } : { sent: bytes, held }), signal);
}

async function send(upload: Upload): Promise<void> {
  const stop = new AbortController();
  stops.set(upload.id, stop);
  change(upload.id, { state: 'sending', sent: 0 });
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await sendFile(upload, stop.signal);
        const { document, members } = answer;
        change(upload.id, {
          state: 'duplicate' in answer ? 'same' : 'stored',
          sent: upload.file.size,
          document: { id: document.id, name: document.originalFilename },
          ...(members ? { members } : {}),
        });
        storedCount.value += 1;
        return;
      } catch (error) {
        const busy = error instanceof ApiError && (error.status === 429 || error.status === 503);
        if (!busy || tries === BUSY_TRIES) throw error;
        change(upload.id, { sent: 0 });
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE));
        if (stop.signal.aborted) throw new DOMException('The upload was stopped.', 'AbortError');
      }
    }
  } catch (error) {
    if (stop.signal.aborted) change(upload.id, { state: 'stopped', sent: 0 });
    // A file that was changed or removed since it was chosen cannot be read; treated as unreachable.
    else
      change(upload.id, { state: 'refused', sent: 0, error: error instanceof ApiError ? error : new ApiError(0, {}) });
  } finally {
    stops.delete(upload.id);
    fill();
  }
}

function fill(): void {
  while (stops.size < AT_ONCE) {
    const next = uploads.value.find(({ state }) => state === 'waiting');
    if (!next) return;
    void send(next);
  }
}

function begin(added: readonly Upload[]): void {
  if (!uploads.value.some(live)) {
    begun = performance.now();
    uploads.value = uploads.value.filter(({ state }) => state !== 'stored'); // starts a new count
  }
  uploads.value = [...uploads.value, ...added];
  fill();
}

export function upload(files: readonly Found[]): void {
  begin(files.map(({ file, folder }) => ({ id: (last += 1), file, folder, state: 'waiting', sent: 0 })));
}

export function stop(id: number): void {
  const under = stops.get(id);
  if (under) under.abort();
  else change(id, { state: 'stopped' });
}

export function stopAll(): void {
  for (const one of uploads.value.filter(live)) stop(one.id);
}

export function again(id: number): void {
  const one = uploads.value.find((upload) => upload.id === id);
  if (!one) return;
  uploads.value = uploads.value.filter((upload) => upload.id !== id);
  begin([{ id, file: one.file, folder: one.folder, state: 'waiting', sent: 0 }]);
}

export function forget(id: number): void {
  uploads.value = uploads.value.filter((one) => one.id !== id);
}

interface Totals {
  files: number;
  done: number;
  bytes: number;
  sent: number;
  underWay: boolean;
}

// Totals of all uploads except those stopped or refused.
export const totals = computed<Totals>(() => {
  const counted = uploads.value.filter(({ state }) => state !== 'stopped' && state !== 'refused');
  return {
    files: counted.length,
    done: counted.filter((one) => !live(one)).length,
    bytes: counted.reduce((sum, { file }) => sum + file.size, 0),
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
    underWay: counted.some(live),
  };
});

const ESTIMATE_AFTER = 3000; // ms: an earlier estimate would jump

// The remaining time in ms; null while unknown.
export function timeLeft({ bytes, sent, underWay }: Totals, now = performance.now()): number | null {
  const passed = now - begun;
  return underWay && passed >= ESTIMATE_AFTER && sent > 0 ? (passed / sent) * (bytes - sent) : null;
}

addEventListener('beforeunload', (event) => {
  if (totals.value.underWay) event.preventDefault(); // the browser asks before they are lost
});
session.subscribe(({ phase }) => {
  if (phase !== 'out') return;
  stopAll();
  uploads.value = [];
});
