// SPDX-License-Identifier: Apache-2.0
// PDF files, opened with pdf.js, which is fetched when the first one is. The last few stay open, so
// that the next citation of a document does not fetch it again.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { readFile } from '../api/files.ts';
import { session } from '../api/session.ts';

const KEPT = 3;
// Character maps and standard fonts, which the build puts beside the scripts.
const FILES = String(import.meta.env.PDF_FILES);

const open = new Map<string, Promise<PDFDocumentProxy>>();

async function read(url: string): Promise<PDFDocumentProxy> {
  const [pdfjs, { blob }] = await Promise.all([import('pdfjs-dist'), readFile(url)]);
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  return pdfjs.getDocument({
    data: await blob.arrayBuffer(),
    isEvalSupported: false, // the security policy knows no eval
    cMapUrl: `${FILES}cmaps/`,
    useSystemFonts: false, // their widths differ from those the file was set with
    standardFontDataUrl: `${FILES}standard_fonts/`,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
}

function close(url: string): void {
  const held = open.get(url);
  open.delete(url);
  held?.then((pdf) => pdf.destroy(), () => undefined);
}

// `url`: the address of the original. One that failed is tried again when it is asked for again.
export function openPdf(url: string): Promise<PDFDocumentProxy> {
  const held = open.get(url);
  if (held) {
    open.delete(url); // to the end: the one used last
    open.set(url, held);
    return held;
  }
  const begun = read(url);
  open.set(url, begun);
  begun.catch(() => open.delete(url));
  for (const oldest of [...open.keys()].slice(0, -KEPT)) close(oldest);
  return begun;
}

// Nothing of a person stays when they sign out.
session.subscribe(({ phase }) => {
  if (phase === 'out') for (const url of [...open.keys()]) close(url);
});
