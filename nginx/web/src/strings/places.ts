// SPDX-License-Identifier: Apache-2.0
// Places in documents, in words.
import { unitOf } from './units.ts';
import { t } from './words.ts';

// "sheet 2", "page 5", or "page iii (5)" if the document calls its fifth page iii. By the file type or name.
export const placeAt = (typeOrName: string, number: number, label?: string): string =>
  label && label !== String(number) ? t().units.page.calledAt(label, number) : t().units[unitOf(typeOrName)].at(number);
