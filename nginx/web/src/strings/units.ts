// SPDX-License-Identifier: Apache-2.0
// The units of a document: sheets for a workbook, slides for a presentation, pages for anything else.

export type Unit = 'page' | 'sheet' | 'slide';

// By the file type, or by the file name if nothing else is known.
export const unitOf = (typeOrName: string): Unit => {
  if (/(^|\.)(xlsx|xls|ods)$/i.test(typeOrName)) return 'sheet';
  return /(^|\.)(pptx|ppt|odp)$/i.test(typeOrName) ? 'slide' : 'page';
};
