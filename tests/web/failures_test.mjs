// SPDX-License-Identifier: Apache-2.0
// Why a document could not be read, in German: by the failure's code, with what the sentence names; a sentence
// that is not known is shown as it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { source } from './source.mjs';

const { failuresDe } = await source('strings/failures_de.ts');

test('every code that the reader gives has German words', () => {
  const codes = [...readFileSync(new URL('../../core/extract_failure.cpp', import.meta.url), 'utf8').matchAll(/Named\{ExtractProblem::\w+, "(\w+)"\}/g)].map(([, code]) => code);
  assert.ok(codes.length >= 12);
  assert.deepEqual(codes.filter((code) => !failuresDe[code] && code !== 'archive_limit'), []);
});

test('what a sentence names is taken over', () => {
  assert.equal(failuresDe.limit('The PDF has more than 10,000 pages. Split it into smaller files.'), 'Die Datei hat mehr als 10.000 Seiten. Teilen Sie sie in kleinere Dateien.');
  assert.equal(failuresDe.limit('The PDF holds more than 50 MB of text. Split it into smaller files.'), 'Die Datei hat mehr als 50 MB Text. Teilen Sie sie in kleinere Dateien.');
  assert.match(failuresDe.type_mismatch('"a.xlsx" is named like an Excel workbook, but its content is plain text. Upload the real document, or name the file for what it is.'), /^"a\.xlsx" heißt wie .+, enthält aber plain text\./);
  assert.match(failuresDe.unsupported('The file is a PNG image, which Assay does not read. Convert it.'), /\(a PNG image\)/);
});

test('what is not known stays as it is', () => {
  assert.equal(failuresDe.limit('The flux exceeds 7 gigawatts.'), null);
  assert.equal(failuresDe.type_mismatch('It is something else.'), null);
  assert.equal(failuresDe.never_heard_of, undefined);
});
