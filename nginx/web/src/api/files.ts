// SPDX-License-Identifier: Apache-2.0
// Uploads and downloads files. They need the access token, which a link or an image element cannot send.
import { address, type Answer, type Options, type PathOf, request } from './client.ts';
import { sendWatched } from './sending.ts';

// Returns the file at an address, with the name that the service gives it.
export async function readFile(url: string, signal?: AbortSignal): Promise<{ blob: Blob; name: string | null }> {
  const response = await request('GET', url, signal ? { signal } : {});
  return { blob: await response.blob(), name: nameIn(response.headers.get('Content-Disposition') ?? '') };
}

// RFC 6266: the encoded name takes precedence.
function nameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1') ?? null;
}

// Saves the file as a normal browser download.
export async function download(url: string, name: string): Promise<void> {
  const file = await readFile(url);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file.blob);
  link.download = file.name ?? name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Posts a file, with the other fields of its form.
export async function sendFile<P extends PathOf<'post'>>(
  path: P,
  file: File,
  options: Pick<Options<P, 'post'>, 'query'> & { path?: object; fields?: Readonly<Record<string, string>> } = {},
): Promise<Answer<P, 'post'>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  form.append('file', file, file.name);
  const response = await request('POST', address(path, options), { body: form });
  return response.json() as Promise<Answer<P, 'post'>>;
}

export type Uploaded = Answer<'/api/documents/upload', 'post'>;

// Uploads one file of evidence in one request. Calls `onSent` with the bytes sent so far.
export async function uploadEvidence(
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { body } = await sendWatched({
    method: 'POST',
    url: address('/api/documents/upload'),
    body: form,
    onSent: (share) => onSent(share * file.size),
    signal,
  });
  return body as Uploaded;
}
