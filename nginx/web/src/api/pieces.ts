// SPDX-License-Identifier: Apache-2.0
// Uploads a large file in pieces (https://tus.io/protocols/resumable-upload), so that a lost connection or a
// reload costs no more than the piece on its way.
import { address, ApiError, get, request } from './client.ts';
import type { Uploaded } from './files.ts';
import { forgetPath, keepPath, keptPath } from './kept_uploads.ts';
import { sendWatched } from './sending.ts';
import { reachable } from './transport.ts';

export const IN_PIECES_FROM = 8 << 20; // bytes: a smaller file is soon sent again
const PIECE = 4 << 20;
const TUS = { 'Tus-Resumable': '1.0.0' } as const;

interface Progress {
  bytes: number; // that have been sent
  held: boolean; // the connection is lost
}

const utf8 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

async function begin(file: File, signal: AbortSignal): Promise<string> {
  const response = await request('POST', address('/api/documents/uploads'), {
    signal,
    headers: {
      ...TUS,
      'Upload-Length': String(file.size),
      'Upload-Metadata': `filename ${utf8(file.name)}${file.type ? `,filetype ${utf8(file.type)}` : ''}`,
    },
  });
  const { upload } = (await response.json()) as { upload: { id: string } };
  const path = `/api/documents/uploads/${upload.id}`;
  keepPath(file, path);
  return path;
}

interface Stand {
  receivedBytes: number;
  documentId: string | null;
}

// How far an upload is; null if it is no more.
async function standOf(path: string, signal: AbortSignal): Promise<Stand | null> {
  try {
    return (await (await request('GET', address(path), { signal })).json()) as Stand;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}

// Resolves when the service answers again.
function connected(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let forget = () => {};
    const stop = () => {
      forget();
      reject(new DOMException('The upload was stopped.', 'AbortError'));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    forget = reachable.subscribe((is) => {
      if (!is) return;
      signal.removeEventListener('abort', stop);
      setTimeout(() => {
        forget();
        resolve();
      }, 500);
    });
  });
}

const lost = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);
const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 409, 429].includes(error.status);

// Sends what is missing. Returns the answer to the last piece, or null if the upload is no more.
async function sendRest(
  file: File,
  path: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Uploaded | null> {
  for (;;) {
    try {
      const stand = await standOf(path, signal);
      if (stand?.documentId) {
        const document = await get('/api/documents/{documentId}', { path: { documentId: stand.documentId }, signal });
        return { document };
      }
      if (!stand) return null;
      for (let at = stand.receivedBytes; ;) {
        const piece = file.slice(at, at + PIECE);
        const sent = await sendWatched({
          method: 'PATCH',
          url: address(path),
          headers: { ...TUS, 'Upload-Offset': String(at), 'Content-Type': 'application/offset+octet-stream' },
          body: piece,
          onSent: (share) => onProgress({ bytes: at + share * piece.size, held: false }),
          signal,
        });
        if (sent.status === 200) return sent.body as Uploaded;
        at = Number(sent.header('Upload-Offset'));
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && typeof error.details.offset === 'number') continue;
      if (!lost(error)) throw error;
      onProgress({ bytes: 0, held: true });
      await connected(signal);
    }
  }
}

// Goes on with an earlier upload of the same file if there is one. Rejects as sendWatched does, but waits for a
// lost connection.
export async function uploadInPieces(
  file: File,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  try {
    for (;;) {
      const path = keptPath(file) ?? (await begin(file, signal));
      const answer = await sendRest(file, path, onProgress, signal);
      forgetPath(file);
      if (answer) return answer;
    }
  } catch (error) {
    const path = keptPath(file);
    if (path && refused(error)) {
      forgetPath(file);
      // What is left of it expires by itself if this fails.
      await request('DELETE', address(path), { headers: TUS }).catch(() => undefined);
    }
    throw error;
  }
}
