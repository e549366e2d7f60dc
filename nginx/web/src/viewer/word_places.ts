// SPDX-License-Identifier: Apache-2.0
// Fetches where the words of a place stand on its page.
import { useMemo } from 'preact/hooks';
import { useResource } from '../api/resource.ts';
import type { Place } from './place.ts';
import { marksOf, type WordMark } from './word_marks.ts';

interface WordPlaces {
  marks: readonly WordMark[] | null; // null: the words have no known places
  ratio: number | null; // of the page's width to its height
  pending: boolean; // not known yet
}

// `expected`: where on the page the place begins, as a share of its text, for pages without places.
export function useWordPlaces(
  documentId: string,
  { pageNumber, quote, start, end }: Place,
  fixed: boolean, // whether the format has pages with a fixed look
): WordPlaces & { expected: number } {
  const asks = fixed && start !== undefined && end !== undefined;
  const path = { documentId, pageNumber: pageNumber ?? 1 };
  const words = useResource(asks ? '/api/documents/{documentId}/pages/{pageNumber}/words' : null, { path });
  const page = useResource(asks ? '/api/documents/{documentId}/pages/{pageNumber}' : null, { path });
  return useMemo(() => {
    const none = { marks: null, ratio: null, pending: false, expected: 0 };
    if (!asks) return none;
    const lost = words.error !== undefined || page.error !== undefined;
    if (!lost && (!words.data || !page.data)) return { ...none, pending: true };
    const { text = '', startOffset = 0 } = page.data ?? {};
    const expected = text.length > 0 ? (start - startOffset) / text.length : 0;
    if (!words.data || !page.data) return { ...none, expected };
    const { width, height } = words.data;
    const marks = marksOf(words.data, start, end, text);
    // Offsets that are not those of the words cited are no place.
    const said = marks.map((one) => one.text).join('');
    const right = marks.length > 0 && (quote === undefined || said === quote);
    return { marks: right ? marks : null, ratio: width && height ? width / height : null, pending: false, expected };
  }, [asks, words.data, words.error, page.data, page.error, start, end, quote]);
}
