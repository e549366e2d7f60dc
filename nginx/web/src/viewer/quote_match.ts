// SPDX-License-Identifier: Apache-2.0
// Finds a quote in a text with other line breaks, hyphens and ligatures: compares both letter by letter
// without white space, hyphens, accents and ligatures.

// The letters that are compared, each with its position in the source.
interface Letters {
  text: string;
  from: readonly number[]; // UTF-16 index into the source
}

export interface Range {
  start: number; // UTF-16 index
  end: number;
}

const IGNORED = /[\s\p{Pd}\p{M}\p{Cf}\u00ad]/u;
const PLAIN = /[a-z0-9]/i; // most characters: neither ignored nor replaced
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
    // A ligature becomes its letters; an accented letter becomes its base and its marks, which are ignored.
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

// The position of `wanted` nearest to `expected`, which is a share of the whole; null if not found.
export function placeOf(wanted: string, letters: Letters, expected = 0): number | null {
  if (wanted === '') return null;
  let best: number | null = null;
  const aim = expected * letters.text.length;
  for (let at = letters.text.indexOf(wanted); at >= 0; at = letters.text.indexOf(wanted, at + 1)) {
    if (best === null || Math.abs(at - aim) < Math.abs(best - aim)) best = at;
  }
  return best;
}

// The range of a quote in a text: an exact match if there is one, else letter by letter.
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

// The service counts code points; texts here are UTF-16. Returns a function from code point offsets to
// UTF-16 offsets. Passes over the text once, however many offsets are converted.
export function unitsIn(text: string): (codePoints: number) => number {
  const pairs: number[] = []; // the code points that take two units, ascending
  let before = 0; // pairs so far: each takes one unit more than a code point
  for (const { index } of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) {
    pairs.push(index - before);
    before += 1;
  }
  return (codePoints) => {
    let low = 0; // the number of pairs before the code point
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[middle] ?? 0) < codePoints) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, Math.min(codePoints + low, text.length));
  };
}
