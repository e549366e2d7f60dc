// SPDX-License-Identifier: Apache-2.0
// Marks a place on the page itself, in the boxes in which the service saw its words. Pure functions.
import type { Answer } from '../api/client.ts';

type WordsOfPage = Answer<'/api/documents/{documentId}/pages/{pageNumber}/words', 'get'>;
type Word = WordsOfPage['words'][number];

// A run of words on one line, in parts of the page. The texts of all marks joined are the text of the place.
export interface WordMark {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
}

const GAP = 2; // heights of the line: words further apart are marked one by one

function goesOn(before: Word, word: Word, page: number): boolean {
  const shared = Math.min(before.y + before.height, word.y + word.height) - Math.max(before.y, word.y);
  const lower = Math.min(before.height, word.height);
  const gap = (word.x - before.x - before.width) * page; // in heights of the page
  return shared > lower / 2 && gap > -lower && gap < GAP * Math.max(before.height, word.height);
}

// The marks of [start, end), offsets in the document's text in code points. `text`: that of the page, if it is
// known: it gives what stands between the words.
export function marksOf(found: WordsOfPage, start: number, end: number, text: string | null): WordMark[] {
  const words = found.words.filter((word) => word.start < end && word.end > start);
  const ratio = found.width && found.height ? found.width / found.height : 1;
  const letters = text === null ? null : [...text];
  const said = (word: Word, index: number) => {
    const next = words[index + 1];
    if (letters === null) return next ? `${word.text} ` : word.text;
    const from = (index === 0 ? start : Math.max(start, word.start)) - found.startOffset;
    return letters.slice(from, (next ? next.start : end) - found.startOffset).join('');
  };
  const marks: WordMark[] = [];
  for (const [index, word] of words.entries()) {
    const last = marks.at(-1);
    const before = words[index - 1];
    if (last && before && goesOn(before, word, ratio)) {
      const right = Math.max(last.x + last.width, word.x + word.width);
      const bottom = Math.max(last.y + last.height, word.y + word.height);
      last.x = Math.min(last.x, word.x);
      last.y = Math.min(last.y, word.y);
      last.width = right - last.x;
      last.height = bottom - last.y;
      last.text += said(word, index);
    } else {
      const { x, y, width, height } = word;
      marks.push({ x, y, width, height, text: said(word, index) });
    }
  }
  return marks;
}
