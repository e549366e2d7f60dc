// SPDX-License-Identifier: Apache-2.0
// Compares two wordings word by word: the longest common subsequence of words stays, the rest was
// removed or added.
interface Piece {
  kind: 'same' | 'out' | 'in';
  text: string;
}

const MOST = 4_000_000; // cells of the table; beyond this, one wording is shown after the other

// Words and punctuation marks with the space after them, so that the pieces joined give the wording again.
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+\s*|[^\p{L}\p{N}\p{M}_\s]\s*|^\s+/gu) ?? [];

export function wordDifference(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const same = (left: string | undefined, right: string | undefined) =>
    left !== undefined && left.trimEnd() === right?.trimEnd();
  let start = 0;
  while (start < a.length && same(a[start], b[start])) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && same(a[a.length - 1 - end], b[b.length - 1 - end]))
    end += 1;
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const pieces: Piece[] = [];
  const push = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') pieces.push({ kind, text });
  };
  push('same', b.slice(0, start).join(''));
  if (from.length * to.length > MOST) {
    push('out', from.join(''));
    push('in', to.join(''));
  } else {
    middle(from, to, same, push);
  }
  push('same', b.slice(b.length - end).join(''));
  return pieces;
}

function middle(
  from: string[],
  to: string[],
  same: (left: string | undefined, right: string | undefined) => boolean,
  push: (kind: Piece['kind'], text: string) => void,
): void {
  // common[i][j]: how many words the remainders from i and from j have in common.
  const width = to.length + 1;
  const common = new Uint32Array((from.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = same(from[i], to[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && same(from[i], to[j])) {
      push('same', to[j] ?? '');
      i += 1;
      j += 1;
    } else if (i < from.length && (j === to.length || at(i + 1, j) >= at(i, j + 1))) {
      push('out', from[i] ?? '');
      i += 1;
    } else {
      push('in', to[j] ?? '');
      j += 1;
    }
  }
}
