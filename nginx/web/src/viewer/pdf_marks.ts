// SPDX-License-Identifier: Apache-2.0
// Marks a quote in the text layer of a PDF page. The marks take their words from the page and the
// characters between words from the quote, so that the marks joined give the quote without the line
// breaks and hyphens of the page.
import { lettersOf, placeOf } from './quote_match.ts';

export interface TextLayerParts {
  spans: readonly HTMLElement[]; // one for each run of text
  texts: readonly string[]; // the text of each
}

interface Piece {
  span: number;
  first: number; // within the span's text
  last: number; // the last character of the quote
  words: string;
  after: string; // the characters of the quote between this piece and the next
}

// For each letter, the characters of the quote between it and the next: white space, hyphens.
function betweens(quote: string): string[] {
  const { from } = lettersOf(quote);
  return from.map((at, index) => {
    const next = from[index + 1];
    if (next === undefined || next === at) return '';
    return quote.slice(at + String.fromCodePoint(quote.codePointAt(at) ?? 0).length, next).replace(/[\p{M}]/gu, '');
  });
}

function piecesOf(quote: string, texts: readonly string[], expected: number): Piece[] {
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length;
  }
  const whole = texts.join('');
  const letters = lettersOf(whole);
  const wanted = lettersOf(quote).text;
  const at = placeOf(wanted, letters, expected);
  if (at === null) return [];
  const between = betweens(quote);
  const pieces: Piece[] = [];
  let span = 0;
  let before = -1;
  for (let index = 0; index < wanted.length; index += 1) {
    const source = letters.from[at + index] ?? 0;
    while ((starts[span + 1] ?? Infinity) <= source) span += 1;
    const within = source - (starts[span] ?? 0);
    const character = String.fromCodePoint(whole.codePointAt(source) ?? 0);
    const last = within + character.length - 1;
    const now = pieces.at(-1);
    const words = source === before ? '' : character.normalize('NFKC');
    if (now?.span === span) {
      now.words += now.after + words;
      now.last = last;
      now.after = between[index] ?? '';
    } else {
      pieces.push({ span, first: within, last, words, after: between[index] ?? '' });
    }
    before = source;
  }
  return pieces;
}

const changed = new WeakMap<TextLayerParts, Set<number>>();

export function clearMarks(layer: TextLayerParts): void {
  for (const index of changed.get(layer) ?? []) layer.spans[index]?.replaceChildren(layer.texts[index] ?? '');
  changed.delete(layer);
}

// Returns the marks in order; none if the page does not have these words in this order.
export function markQuote(layer: TextLayerParts, quote: string, expected: number): HTMLElement[] {
  clearMarks(layer);
  const pieces = piecesOf(quote, layer.texts, expected);
  const marks = pieces.map((piece) => {
    const text = layer.texts[piece.span] ?? '';
    const mark = document.createElement('mark');
    mark.append(piece.words);
    if (piece.after) {
      const join = document.createElement('span');
      join.className = 'join';
      join.append(piece.after);
      mark.append(join);
    }
    layer.spans[piece.span]?.replaceChildren(text.slice(0, piece.first), mark, text.slice(piece.last + 1));
    return mark;
  });
  changed.set(layer, new Set(pieces.map(({ span }) => span)));
  return marks;
}
