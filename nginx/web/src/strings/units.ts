// SPDX-License-Identifier: Apache-2.0
// What a document is divided into: a workbook into sheets, all else into pages.

export type Unit = 'page' | 'sheet';

// By the file type, or by the name where nothing else is known of the file.
export const unitOf = (typeOrName: string): Unit => (/(^|\.)xlsx$/i.test(typeOrName) ? 'sheet' : 'page');
