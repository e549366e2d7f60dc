// SPDX-License-Identifier: Apache-2.0
// Each action that the service records has a name in both languages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { source } from './source.mjs';

const ROOT = new URL('../../', import.meta.url);
const tables = async (folder) => ({
  ...(await source(`strings/${folder}/audit_codes.ts`)),
  ...(await source(`strings/${folder}/audit_fields.ts`)),
});
const en = await tables('admin_en');
const de = await tables('admin_de');
const { auditActionsEn, auditObjectsEn } = en;
const { auditActionsDe, auditObjectsDe } = de;

const sourcesIn = (folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true })
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => readFileSync(new URL(`${folder}${name}`, ROOT), 'utf8'));

const THINGS =
  'access assessment audit auth binding calibration corpus corpus_ingestion document erasure export glossary legal_hold ' +
  'pack reproduction retention run task tenant token user webhook';
const ACTION = new RegExp(`"((?:${THINGS.replaceAll(' ', '|')})\\.[a-z_]+(?:\\.[a-z]+)?)"`, 'g');

// Names of the form "thing.action" in a record's fields or passed to a recording function: `.action = "x.y"`,
// `Event{"x.y"`.
function recorded() {
  const found = new Set();
  for (const text of ['handlers/', 'pipeline/jobs/', 'pipeline/ctl/'].flatMap(sourcesIn)) {
    for (const [, action] of text.matchAll(ACTION)) {
      if (!/\.(id|ids|trigger_type|count)$/.test(action)) found.add(action); // attributes of spans
    }
    for (const [, thing] of text.matchAll(/failed\("([a-z_]+)", claim/g)) found.add(`${thing}.failed`);
  }
  return found;
}

test('each recorded action has words in English and German', () => {
  const actions = recorded();
  assert.ok(actions.size > 40, `${actions.size} are found`);
  assert.deepEqual(
    [...actions].filter((action) => !auditActionsEn[action]),
    [],
  );
  assert.deepEqual(Object.keys(auditActionsDe), Object.keys(auditActionsEn));
  assert.deepEqual(Object.keys(auditObjectsDe), Object.keys(auditObjectsEn));
});

test('what the log is filtered by has its words, and nothing else has', () => {
  const vocabularies = readFileSync(new URL('core/base/vocabularies.hpp', ROOT), 'utf8');
  const wordsOf = (name) =>
    [...new RegExp(`${name}\\{([^}]*)\\}`).exec(vocabularies)[1].matchAll(/"([^"]+)"/g)].map(([, word]) => word);
  for (const [name, words] of [
    ['kAuditActions', auditActionsEn],
    ['kAuditObjectTypes', auditObjectsEn],
  ]) {
    assert.deepEqual(Object.keys(words).sort(), wordsOf(name).sort());
  }
});

test('fields, values and ways to sign in are told in both languages', () => {
  assert.deepEqual(Object.keys(de.auditFieldsDe), Object.keys(en.auditFieldsEn));
  assert.deepEqual(Object.keys(de.auditValuesDe), Object.keys(en.auditValuesEn));
  assert.deepEqual(Object.keys(de.auditWaysDe), Object.keys(en.auditWaysEn));
});

test('each kind of record that has a digest has words, and nothing else has', () => {
  const digests = readFileSync(new URL('db/store/runs/snapshots.cpp', ROOT), 'utf8');
  const kinds = [...digests.matchAll(/Digest\{"(\w+)"/g)].map(([, kind]) => kind);
  assert.ok(kinds.length >= 15, `${kinds.length} are found`);
  assert.deepEqual(Object.keys(en.auditRecordsEn), kinds);
  assert.deepEqual(Object.keys(de.auditRecordsDe), kinds);
});

test('no two actions read the same', () => {
  for (const words of [auditActionsEn, auditActionsDe])
    assert.equal(new Set(Object.values(words)).size, Object.keys(words).length);
});
