// SPDX-License-Identifier: Apache-2.0
// Where a quote stands in a text that breaks its lines, hyphenates and joins letters otherwise: both
// are compared without white space, hyphens, accents and ligatures, letter by letter.

// The letters that count, and for each the place in the source that it came from.
export interface Letters {
  text: string;
  from: readonly number[]; // UTF-16 index of the source
}

export interface Range {
  start: number; // UTF-16 index
  end: number;
}

const IGNORED = /[\s\p{Pd}\p{M}\p{Cf}\u00ad]/u;
const PLAIN = /[a-z0-9]/i; // most characters: neither ignored nor written in another way
const ALIKE: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '‚': "'", '“': '"', '”': '"', '„': '"', '−': '' };

export function lettersOf(source: string): Letters {
  const from: number[] = [];
  let text = '';
  let at = 0;
  for (const character of source) {
    if (PLAIN.test(character)) {
      from.push(at);
      text += character;
      at += 1;
      continue;
    }
    // A ligature becomes its letters, an accented letter its base and marks, which are ignored.
    const parts = character < '\u0080' ? character : character.normalize('NFKD');
    for (const part of parts) {
      if (IGNORED.test(part)) continue;
      const letter = ALIKE[part] ?? part;
      for (let unit = 0; unit < letter.length; unit += 1) from.push(at);
      text += letter;
    }
    at += character.length;
  }
  return { text, from };
}

// Of several places the one nearest to where it is expected, as a share of the whole.
export function placeOf(wanted: string, letters: Letters, expected = 0): number | null {
  if (wanted === '') return null;
  let best: number | null = null;
  const aim = expected * letters.text.length;
  for (let at = letters.text.indexOf(wanted); at >= 0; at = letters.text.indexOf(wanted, at + 1)) {
    if (best === null || Math.abs(at - aim) < Math.abs(best - aim)) best = at;
  }
  return best;
}

// The quote in a text, as it stands there if it does, else letter by letter.
export function rangeOfQuote(quote: string, text: string, near = 0): Range | null {
  let best = text.indexOf(quote);
  if (quote !== '' && best >= 0) {
    for (let at = best; at >= 0; at = text.indexOf(quote, at + 1)) {
      if (Math.abs(at - near) < Math.abs(best - near)) best = at;
    }
    return { start: best, end: best + quote.length };
  }
  const wanted = lettersOf(quote).text;
  const letters = lettersOf(text);
  const at = placeOf(wanted, letters, text.length > 0 ? near / text.length : 0);
  const first = at === null ? undefined : letters.from[at];
  const last = at === null ? undefined : letters.from[at + wanted.length - 1];
  if (first === undefined || last === undefined) return null;
  return { start: first, end: last + String.fromCodePoint(text.codePointAt(last) ?? 0).length };
}

// The service counts code points; texts here are UTF-16. Gives the place of any code point of the text, at the
// cost of one pass over it however many places are asked for.
export function unitsIn(text: string): (codePoints: number) => number {
  const pairs: number[] = []; // the code points that take two units, ascending
  let before = 0; // units that pairs take beyond one
  for (const { index } of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) {
    pairs.push(index - before);
    before += 1;
  }
  return (codePoints) => {
    let low = 0; // how many pairs stand before the code point
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[middle] ?? 0) < codePoints) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, Math.min(codePoints + low, text.length));
  };
}
