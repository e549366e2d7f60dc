// SPDX-License-Identifier: Apache-2.0
// The units of a document: sheets for a workbook, slides for a presentation, files for an archive, pages for
// anything else.

// Types of files that hold others.
const ARCHIVES: readonly string[] = ['zip', 'tar', '7z', 'gz', 'bz2', 'xz'];
export const isArchive = (type: string): boolean => ARCHIVES.includes(type);

export type Unit = 'page' | 'sheet' | 'slide';

// By the file type, or by the file name if nothing else is known.
export const unitOf = (typeOrName: string): Unit => {
  if (/(^|\.)(xlsx|xls|ods)$/i.test(typeOrName)) return 'sheet';
  return /(^|\.)(pptx|ppt|odp)$/i.test(typeOrName) ? 'slide' : 'page';
};
