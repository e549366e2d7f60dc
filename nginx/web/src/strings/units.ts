// SPDX-License-Identifier: Apache-2.0
// The units of a document: sheets for a workbook, pages for anything else.

export type Unit = 'page' | 'sheet';

// By the file type, or by the file name if nothing else is known.
export const unitOf = (typeOrName: string): Unit => (/(^|\.)xlsx$/i.test(typeOrName) ? 'sheet' : 'page');
