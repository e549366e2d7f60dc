// SPDX-License-Identifier: Apache-2.0
// Marks the searched words in a text, in any case and with any ending.
import type { ComponentChildren } from 'preact';
import { shownText } from '../../design/inline.tsx';

const LETTERS = /[\p{L}\p{N}]+/gu;
const SHORTEST = 4; // shorter words are in every sentence

// The stem that words are compared by: longer words lose their ending, so that "review" finds "reviewed".
function stem(word: string): string {
  const plain = word.toLocaleLowerCase();
  return plain.length > 5 ? plain.replace(/(ing|ed|es|s|ly)$/, '') : plain;
}

export function stemsOf(query: string): string[] {
  return [...new Set((query.match(LETTERS) ?? []).filter(({ length }) => length >= SHORTEST).map(stem))];
}

export function FoundWords({ text, stems }: { text: string; stems: readonly string[] }) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const found of text.matchAll(LETTERS)) {
    const word = found[0];
    if (!stems.some((one) => word.toLocaleLowerCase().startsWith(one))) continue;
    parts.push(shownText(text.slice(at, found.index)), <mark>{shownText(word)}</mark>);
    at = found.index + word.length;
  }
  return (
    <bdi dir="auto">
      {parts}
      {shownText(text.slice(at))}
    </bdi>
  );
}
