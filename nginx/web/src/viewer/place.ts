// SPDX-License-Identifier: Apache-2.0
// A place in a document, as a citation or a chunk names it.
export interface Place {
  chunkId?: string | undefined;
  pageNumber?: number | undefined;
  quote?: string | undefined; // the exact words
  start?: number | undefined; // offset in the document's text, in code points
  end?: number | undefined;
}
