// SPDX-License-Identifier: Apache-2.0
// The unit of a document, by its type or its name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './source.mjs';

const { isArchive, unitOf } = await source('strings/units.ts');

test('workbooks have sheets, presentations slides, other documents pages', () => {
  for (const type of ['xlsx', 'xls', 'ods', 'Register.XLSX', 'a.pptx.ods']) assert.equal(unitOf(type), 'sheet', type);
  for (const type of ['pptx', 'ppt', 'odp', 'Training.odp']) assert.equal(unitOf(type), 'slide', type);
  for (const type of ['pdf', 'odt', 'notpptx', 'xlsx.pdf', '']) assert.equal(unitOf(type), 'page', type);
});

test('archives have files', () => {
  for (const type of ['zip', 'tar', '7z', 'gz', 'bz2', 'xz']) assert.ok(isArchive(type), type);
  for (const type of ['rar', 'docx', '']) assert.ok(!isArchive(type), type);
});
