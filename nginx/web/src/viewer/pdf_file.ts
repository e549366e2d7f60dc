// SPDX-License-Identifier: Apache-2.0
// Opens PDF files with pdf.js, which is fetched with the first of them. The last few stay open, so that
// the next citation of a document does not fetch it again.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { readFile } from '../api/files.ts';
import { session } from '../api/session.ts';

const KEPT = 3;
// Where the build puts the character maps and standard fonts, beside the scripts.
const FILES = String(import.meta.env.PDF_FILES);

const open = new Map<string, Promise<PDFDocumentProxy>>();

async function read(url: string): Promise<PDFDocumentProxy> {
  const [pdfjs, { blob }] = await Promise.all([import('pdfjs-dist'), readFile(url)]);
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  return pdfjs.getDocument({
    data: await blob.arrayBuffer(),
    isEvalSupported: false, // the Content Security Policy forbids eval
    cMapUrl: `${FILES}cmaps/`,
    useSystemFonts: false, // their widths differ from those of the fonts the file was set in
    standardFontDataUrl: `${FILES}standard_fonts/`,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
}

function close(url: string): void {
  const held = open.get(url);
  open.delete(url);
  held?.then(
    (pdf) => pdf.destroy(),
    () => undefined,
  );
}

// Opens the original at `url`. A failure is not cached, so the next call tries again.
export function openPdf(url: string): Promise<PDFDocumentProxy> {
  const held = open.get(url);
  if (held) {
    open.delete(url); // moves it to the end, as the last used
    open.set(url, held);
    return held;
  }
  const begun = read(url);
  open.set(url, begun);
  begun.catch(() => open.delete(url));
  for (const oldest of [...open.keys()].slice(0, -KEPT)) close(oldest);
  return begun;
}

// Keeps nothing of a person after they sign out.
session.subscribe(({ phase }) => {
  if (phase === 'out') for (const url of [...open.keys()]) close(url);
});
