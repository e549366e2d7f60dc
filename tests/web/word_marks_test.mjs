// SPDX-License-Identifier: Apache-2.0
// The marks of a place on its page: one for each run of words on a line, with texts that give the place.
import assert from 'node:assert/strict';
import test from 'node:test';
import { source } from './source.mjs';

const { marksOf } = await source('viewer/word_marks.ts');

// Lines of words on a page of 600 by 800 points, each letter 6 points wide, as the service returns them.
function wordsOf(lines, startOffset = 0) {
  let at = 0;
  const words = lines.flatMap(({ x, y, words: said }) => {
    let left = x;
    return said.map((text) => {
      const start = startOffset + at;
      const letters = [...text].length;
      const word = { text, start, end: start + letters, x: left / 600, y: y / 800, height: 12 / 800 };
      at += letters + 1;
      left += 6 * (letters + 1);
      return { ...word, width: (6 * letters) / 600 };
    });
  });
  return { pageNumber: 1, startOffset, width: 600, height: 800, rotation: 0, missing: null, words };
}

const LINES = [
  { x: 72, y: 100, words: ['Rights', 'are', 'reviewed'] },
  { x: 72, y: 116, words: ['every', '😀', 'quarter.'] },
];
const TEXT = 'Rights are reviewed every 😀 quarter.\n';

const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

test('a place over two lines has a mark on each, and their texts give the place', () => {
  const marks = marksOf(wordsOf(LINES, 500), 507, 536, TEXT);
  assert.deepEqual(
    marks.map(({ text }) => text),
    ['are reviewed ', 'every 😀 quarter.'],
  );
  near(marks[0].x, (72 + 42) / 600);
  near(marks[0].x + marks[0].width, (72 + 42 + 24 + 48) / 600);
  near(marks[1].y, 116 / 800);
});

test('a place within a word is marked by the whole word, with its own text', () => {
  const marks = marksOf(wordsOf(LINES), 2, 9, TEXT);
  assert.deepEqual(
    marks.map(({ text }) => text),
    ['ghts ar'],
  );
  near(marks[0].x, 72 / 600);
});

test('cells of a row are marked one by one', () => {
  const row = [
    { x: 72, y: 300, words: ['Wiki'] },
    { x: 300, y: 300, words: ['yearly'] },
  ];
  const marks = marksOf(wordsOf(row), 0, 11, 'Wiki yearly\n');
  assert.deepEqual(
    marks.map(({ text }) => text),
    ['Wiki ', 'yearly'],
  );
});

test('a place without words has no marks', () => {
  assert.deepEqual(marksOf(wordsOf(LINES), 40, 50, TEXT), []);
});
