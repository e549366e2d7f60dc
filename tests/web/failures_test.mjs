// SPDX-License-Identifier: Apache-2.0
// Why a document could not be read, in German: by the failure's code, with the values in its sentence. An
// unknown sentence is shown unchanged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { source } from './source.mjs';

const { failuresDe, failureSentencesDe } = await source('strings/de/failures.ts');

test('every code that the reader gives has German words', () => {
  const codes = [
    ...readFileSync(new URL('../../core/extract/extract_types.hpp', import.meta.url), 'utf8').matchAll(
      /ProblemName\{ExtractProblem::\w+, "(\w+)"\}/g,
    ),
  ].map(([, code]) => code);
  assert.ok(codes.length >= 12);
  assert.deepEqual(
    codes.filter((code) => !failuresDe[code]),
    [],
  );
});

test('what a sentence names is taken over', () => {
  assert.equal(
    failuresDe.limit('The PDF has more than 10,000 pages. Split it into smaller files.'),
    'Die Datei hat mehr als 10.000 Seiten. Teilen Sie sie in kleinere Dateien.',
  );
  assert.equal(
    failuresDe.limit('The PDF holds more than 50 MB of text. Split it into smaller files.'),
    'Die Datei hat mehr als 50 MB Text. Teilen Sie sie in kleinere Dateien.',
  );
  assert.equal(
    failuresDe.limit('The document has 75121 chunks, and at most 50000 are allowed. Split it into smaller files.'),
    'Die Datei hat 75.121 Abschnitte, erlaubt sind höchstens 50.000. Teilen Sie sie in kleinere Dateien.',
  );
  assert.match(
    failuresDe.limit('The picture has 30000 x 30000 pixels, and at most 100 million are allowed. Scan it.'),
    /^Das Bild hat 30000 x 30000 Bildpunkte/,
  );
  assert.equal(
    failuresDe.limit('The PDF has more than 2 GB. Split it into smaller files.'),
    'Die Datei hat mehr als 2 GB. Teilen Sie sie in kleinere Dateien.',
  );
  assert.match(
    failuresDe.limit('The Word document has more than 192 MB in one part once unpacked. Split it into smaller files.'),
    /^Die Datei hat entpackt mehr als 192 MB\./,
  );
  assert.match(
    failuresDe.limit('The e-mail message has more than 5,000 groups in a list of addresses. Save its text.'),
    /^Die E-Mail hat mehr als 5\.000 Gruppen in einer Liste von Adressen\. Speichern/,
  );
  assert.match(
    failuresDe.memory(
      'Reading the document needs more than 1024 MB of memory, which is all that it may have. Split it.',
    ),
    /mehr als 1024 MB Speicher/,
  );
  assert.match(failuresDe.timeout('Reading the document took longer than the 120 s that it may take. Split.'), /120 s/);
  assert.match(
    failuresDe.timeout('Reading one page or file of the document took longer than the 60 s that it may take. Split.'),
    /^Eine Seite .* 60 s\./,
  );
  assert.match(
    failuresDe.timeout('Recognising the text of a page took more than 120 s of processor time. Scan it again.'),
    /^Den Text einer Seite .* 120 s Rechenzeit\. Scannen/,
  );
  assert.match(failuresDe.timeout('Reading the document took longer than Assay allows. Split.'), /als erlaubt ist/);
  assert.match(failuresDe.no_text('No words were found in this document. If it is a scan'), /keine Wörter gefunden/);
  assert.match(
    failuresDe.type_mismatch(
      '"a.xlsx" is named like an Excel workbook, but its content is plain text. Upload the real document, or name the file for what it is.',
    ),
    /^"a\.xlsx" heißt wie .+, enthält aber plain text\./,
  );
  assert.match(
    failuresDe.unsupported('The file is a PNG image, which Assay does not read. Convert it.'),
    /\(a PNG image\)/,
  );
  assert.match(
    failuresDe.unsupported('The file is a RAR archive, which Assay does not read. Unpack it, and upload its files.'),
    /\(a RAR archive\) liest Assay nicht\. Entpacken/,
  );
  assert.match(
    failuresDe.unsupported('The file is an Apple Pages document, which Assay does not read. Export it from Pages.'),
    /Exportieren/,
  );
});

test('runs, exports and reproductions that failed say why in German', () => {
  const told = (reason) =>
    failureSentencesDe
      .map(([sentence, words]) => [sentence.exec(reason), words])
      .filter(([found]) => found)
      .map(([found, words]) => words(found));
  const jobs = ['job_table.cpp', 'runs/run_job.cpp', 'runs/run_retrieval.cpp', 'runs/run_evidence.cpp']
    .map((name) => readFileSync(new URL(`../../pipeline/jobs/${name}`, import.meta.url), 'utf8'))
    .join('\n');
  const begun = [
    ...jobs.matchAll(
      /"((?:The run|Making this|Evaluating the run|The thresholds|The passages|Some requirements) [^"]*)/g,
    ),
  ].map(([, text]) => text);
  assert.ok(begun.length >= 10, `${begun.length} sentences`);
  const whole = (text) =>
    `${text}X, which is not available here. by version 1 of the evaluator a, but this release has version 2, which`;
  assert.deepEqual(
    begun.filter((text) => told(whole(text)).length !== 1),
    [],
  );
  assert.deepEqual(told('2 of 9 requirements could not be evaluated. 1.1: It took too long.'), [
    '2 von 9 Anforderungen konnten nicht beurteilt werden. 1.1: It took too long.',
  ]);
});

test('what is not known stays as it is', () => {
  assert.equal(failuresDe.limit('The flux exceeds 7 gigawatts.'), null);
  assert.equal(failuresDe.type_mismatch('It is something else.'), null);
  assert.equal(failuresDe.never_heard_of, undefined);
});

test('every limit that the reader states has German words', () => {
  const sources = ['ocr/picture.cpp', 'pdf/pdf.cpp', 'mail/mail_message.cpp', 'office/xlsx_rows.cpp', 'text/html.cpp'];
  for (const name of sources) {
    const code = readFileSync(new URL(`../../pipeline/extract/${name}`, import.meta.url), 'utf8');
    const limits = [...code.matchAll(/ExtractProblem::Limit,\s*((?:[^;]|\n)*?)\);/g)];
    assert.ok(limits.length > 0, name);
    for (const [, sentence] of limits) {
      const english = [...sentence.matchAll(/"([^"]*)"|std::to_string\([^)]*\)+/g)]
        .map(([, text]) => text ?? '12')
        .join('');
      assert.match(english, /\d/, `${name} names no limit`);
      const german = failuresDe.limit(english);
      assert.ok(german && !german.includes('Split') && /\d/.test(german), `${name}: ${english} -> ${german}`);
    }
  }
});
