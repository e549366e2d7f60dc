// SPDX-License-Identifier: Apache-2.0
// Sends a body and tells how much of it has gone, which fetch does not.
import { authorized } from './session.ts';
import { ApiError, isRecord, probe } from './transport.ts';

interface Sending {
  method: 'POST' | 'PATCH';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body: FormData | Blob;
  onSent: (share: number) => void; // of the body, from 0 to 1
  signal: AbortSignal;
}

interface Sent {
  status: number;
  body: unknown; // null if there is none
  header: (name: string) => string | null;
}

const stopped = () => new DOMException('The upload was stopped.', 'AbortError');

// Rejects with ApiError, which has status 0 when the connection was lost, or with AbortError.
export function sendWatched({ method, url, headers = {}, body, onSent, signal }: Sending): Promise<Sent> {
  return authorized(
    (token) =>
      new Promise<Sent>((resolve, reject) => {
        const sending = new XMLHttpRequest();
        const stop = () => sending.abort();
        sending.open(method, url);
        for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
        sending.setRequestHeader('Authorization', `Bearer ${token}`);
        sending.setRequestHeader('X-Requested-With', 'assay');
        sending.responseType = 'json';
        sending.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
        sending.onload = () => {
          const answer: unknown = sending.response;
          if (sending.status >= 200 && sending.status < 300)
            resolve({ status: sending.status, body: answer, header: (name) => sending.getResponseHeader(name) });
          else reject(new ApiError(sending.status, isRecord(answer) ? answer : {}));
        };
        sending.onerror = () => {
          void probe();
          reject(new ApiError(0, {}));
        };
        sending.onabort = () => reject(stopped());
        sending.onloadend = () => signal.removeEventListener('abort', stop);
        if (signal.aborted) {
          reject(stopped());
          return;
        }
        signal.addEventListener('abort', stop);
        sending.send(body);
      }),
  );
}
