// SPDX-License-Identifier: Apache-2.0
// The details of an audit entry as the dialog shows them: no JSON, but changes, digests, names and values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './source.mjs';

const { detailOf, isMoment, isSha256, nameOf, textOf } = await source('admin/audit/entry_detail.ts');
const { auditLog: english } = (await source('strings/admin_en.ts')).adminEn;
const { auditLog: german } = (await source('strings/admin_de.ts')).adminDe;

const hash = (digit) => String(digit).repeat(64);
const of = (detail) => detailOf(JSON.stringify(detail));

// Names and values as a person reads them.
const read = (detail, words = english) =>
  of(detail).facts.map(({ path, values }) => [
    nameOf(path, words),
    ...values.map((value) => textOf(path, value, words)),
  ]);

test('digests of records are told from other details', () => {
  const { digests, facts, changes } = of({
    snapshotHash: hash('a'),
    digests: { run: hash(1), documentsNotSearched: hash(2) },
  });
  assert.deepEqual(digests, [
    { kind: 'run', sha256: hash(1) },
    { kind: 'documentsNotSearched', sha256: hash(2) },
  ]);
  assert.deepEqual(facts, [{ path: ['snapshotHash'], values: [hash('a')] }]);
  assert.deepEqual(changes, []);
});

test('what stands in the place of digests but is none is shown by name and value', () => {
  for (const digests of [{ run: 'none' }, { run: hash(1), steps: 7 }, { run: hash('A') }]) {
    const detail = of({ digests });
    assert.deepEqual(detail.digests, []);
    assert.deepEqual(
      detail.facts.map(({ path, values }) => [path.join('.'), ...values]),
      Object.entries(digests).map(([kind, value]) => [`digests.${kind}`, value]),
    );
  }
  assert.deepEqual(of({ digests: {} }).facts, [{ path: ['digests'], values: [] }]);
});

test('values within values have the names of all fields on the way', () => {
  const detail = {
    verified: true,
    checkpoints: { checked: 3, signatures: 'VERIFIED' },
    firstBroken: null,
    newInALaterRelease: { deep: { deeper: 'x' } },
  };
  assert.deepEqual(read(detail), [
    ['Intact', 'yes'],
    ['Checkpoints · Compared', '3'],
    ['Checkpoints · Signatures', 'Valid'],
    ['First broken entry', 'nothing'],
    ['newInALaterRelease · deep · deeper', 'x'],
  ]);
  assert.deepEqual(read({ checkpoints: { signatures: 'NOT_VERIFIED' } }, german), [
    ['Prüfpunkte · Signaturen', 'Nicht geprüft'],
  ]);
});

test('a list of plain values is one fact, a list of others one for each', () => {
  assert.deepEqual(read({ documentIds: ['d1', 'd2'] }), [['Deleted with it', 'd1', 'd2']]);
  assert.deepEqual(read({ documentIds: [] }), [['Deleted with it']]);
  assert.deepEqual(read({ entries: [{ name: 'a' }, 'b'] }), [
    ['Entries · 1 · Name', 'a'],
    ['Entries · 2', 'b'],
  ]);
});

test('a changed record is told field by field', () => {
  const { changes } = of({
    role: { from: 'VIEWER', to: 'MEMBER' },
    thresholds: { from: { complete: 0.7, partial: 0.4 }, to: { complete: 0.8, partial: 0.4 } },
    evaluator: { from: null, to: 'llm' },
  });
  assert.deepEqual(
    changes.map(({ path, from, to }) => [
      nameOf(path, english),
      textOf(path, from, english),
      textOf(path, to, english),
    ]),
    [
      ['Role', 'Viewer', 'Member'],
      ['Thresholds · Complete from', '0.7', '0.8'],
      ['Thresholds · Partial from', '0.4', '0.4'],
      ['Evaluator', 'nothing', 'Language model'],
    ],
  );
});

test('a record that was not there before has nothing in each field', () => {
  const { changes } = of({ thresholds: { from: null, to: { complete: 0.8 } } });
  assert.deepEqual(changes, [{ path: ['thresholds', 'complete'], from: null, to: 0.8 }]);
  assert.deepEqual(of({ one: { from: 'text', to: { a: 1 } } }).changes, [
    { path: ['one'], from: 'text', to: { a: 1 } },
  ]);
});

test('codes of actions and objects are words there, and text elsewhere', () => {
  assert.deepEqual(read({ action: 'run.start', objectType: 'task', title: 'run.start' }), [
    ['Action', 'Started a run'],
    ['Kind of object', 'Task'],
    ['Title', 'run.start'],
  ]);
});

test('no details, and details that somebody broke', () => {
  assert.deepEqual(detailOf(null), { changes: [], digests: [], facts: [] });
  assert.deepEqual(detailOf('{"a":').facts, [{ path: ['detail'], values: ['{"a":'] }]);
  assert.deepEqual(detailOf('[1,2]').facts, [{ path: ['detail'], values: [1, 2] }]);
  assert.deepEqual(detailOf('"x"').facts, [{ path: ['detail'], values: ['x'] }]);
});

test('hashes and moments are known by their form', () => {
  assert.ok(isSha256(hash('f')));
  assert.ok(!isSha256(hash('g')) && !isSha256(`${hash(1)}1`) && !isSha256(7));
  assert.ok(isMoment('2026-09-04T08:15:00.123456Z') && isMoment('2026-09-04T08:15:00Z'));
  assert.ok(!isMoment('2026-09-04') && !isMoment('on 2026-09-04T08:15:00Z'));
});
