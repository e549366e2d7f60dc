// SPDX-License-Identifier: Apache-2.0
// Each action that the service records has its words in both languages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { source } from './source.mjs';

const ROOT = new URL('../../', import.meta.url);
const { auditActionsEn, auditObjectsEn } = await source('strings/audit_en.ts');
const { auditActionsDe, auditObjectsDe } = await source('strings/audit_de.ts');

const sourcesIn = (folder) => readdirSync(new URL(folder, ROOT)).filter((name) => name.endsWith('.cpp')).map((name) => readFileSync(new URL(`${folder}${name}`, ROOT), 'utf8'));

// Names of the form "thing.deed" in a record's fields or handed to what records: `.action = "x.y"`, `Event{"x.y"`.
function recorded() {
  const found = new Set();
  for (const text of ['handlers/', 'pipeline/jobs/', 'pipeline/ctl/'].flatMap(sourcesIn)) {
    for (const [, action] of text.matchAll(/"((?:access|assessment|audit|auth|binding|calibration|corpus|corpus_ingestion|document|export|pack|reproduction|run|task|tenant|token|user)\.[a-z_]+(?:\.[a-z]+)?)"/g)) {
      if (!/\.(id|ids|trigger_type|count)$/.test(action)) found.add(action); // attributes of spans
    }
    for (const [, thing] of text.matchAll(/failed\("([a-z_]+)", claim/g)) found.add(`${thing}.failed`);
  }
  return found;
}

test('each recorded action has words in English and German', () => {
  const actions = recorded();
  assert.ok(actions.size > 40, `${actions.size} are found`);
  assert.deepEqual([...actions].filter((action) => !auditActionsEn[action]), []);
  assert.deepEqual(Object.keys(auditActionsDe), Object.keys(auditActionsEn));
  assert.deepEqual(Object.keys(auditObjectsDe), Object.keys(auditObjectsEn));
});

test('no two actions read the same', () => {
  for (const words of [auditActionsEn, auditActionsDe]) assert.equal(new Set(Object.values(words)).size, Object.keys(words).length);
});
