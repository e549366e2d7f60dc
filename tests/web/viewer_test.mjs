// SPDX-License-Identifier: Apache-2.0
// The text of a document as the viewer renders it: places and parts of long texts, in time linear in the
// text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './source.mjs';

const { rangeOfQuote, unitsIn } = await source('viewer/quote_match.ts');
const { partsOf } = await source('viewer/blocks.ts');

const HANG = 30_000; // ms: the work takes a second, even under load; quadratic time takes minutes

// A page of [kind, text] blocks, as the service returns it: offsets in code points.
function pageOf(parts) {
  let text = '';
  let at = 0;
  const blocks = parts.map(([kind, content, level = 0]) => {
    const start = at;
    at += [...content].length;
    text += `${content}\n`;
    at += 1;
    return { kind, level, start, end: at - 1 };
  });
  return { pageNumber: 1, startOffset: 0, text, blocks };
}

const itemsOf = (parts) =>
  parts.flatMap((part) => (part.kind === 'flow' ? part.items : part.slices.flatMap(({ rows }) => rows)));

function timed(work) {
  const begun = performance.now();
  const result = work();
  const took = performance.now() - begun;
  assert.ok(took < HANG, `it took ${Math.round(took)} ms`);
  return result;
}

test('code points become UTF-16 units at every place of a text', () => {
  for (const text of ['', 'plain', 'a𝔘b𝔫', '𝔘𝔫𝔦', 'x'.repeat(40) + '😀', '😀'.repeat(9)]) {
    const units = unitsIn(text);
    const all = [...text];
    for (let at = 0; at <= all.length; at += 1)
      assert.equal(units(at), all.slice(0, at).join('').length, `${text} at ${at}`);
    assert.equal(units(all.length + 5), text.length);
    assert.equal(units(-3), 0);
  }
});

test('872 pages without page breaks are laid out in one pass', () => {
  // 30 paragraphs per page; letters beyond the first plane make every offset differ from its index.
  const sentence =
    'The owner of each system reviews the rights of its users every quarter and records what was removed.';
  const page = pageOf(
    Array.from({ length: 872 * 30 }, (_, index) => [
      index % 30 === 0 ? 'HEADING' : 'PARAGRAPH',
      `${index} 😀 ${sentence}`,
      index % 30 === 0 ? 1 : 0,
    ]),
  );
  const parts = timed(() => partsOf(page));
  const items = itemsOf(parts);
  assert.equal(items.length, page.blocks.length);
  assert.equal(page.text.slice(items.at(-1).block.start, items.at(-1).block.end), `26159 😀 ${sentence}`);
  assert.ok(
    parts.every((part) => part.items.length <= 40),
    'no part is too large to be drawn at once',
  );
  assert.ok(parts.every(({ height }) => height > 0));
});

test('a sheet of 30,000 rows is laid out in one pass', () => {
  const page = pageOf(
    Array.from({ length: 30_000 }, (_, index) => [
      'TABLE_ROW',
      `No: ${index}; System: EHR; Reviewer: Kim Osei; Date: 2026-09-04`,
    ]),
  );
  const parts = timed(() => partsOf(page));
  assert.equal(parts.length, 1);
  assert.deepEqual(parts[0].columns, ['No', 'System', 'Reviewer', 'Date']);
  assert.ok(parts[0].slices.every(({ rows }) => rows.length <= 40));
  assert.equal(itemsOf(parts).length, 30_000);
});

test('rows of ten thousand cells are told from a table at once', () => {
  const wide = Array.from({ length: 10_000 }, (_, index) => `H${index}: v`).join('; ');
  const parts = timed(() => partsOf(pageOf(Array.from({ length: 8 }, () => ['TABLE_ROW', wide]))));
  assert.ok(parts.every(({ kind }) => kind === 'flow'));
});

test('rows stand under their own headers, and other headers make another table', () => {
  const parts = partsOf(
    pageOf([
      ['TABLE_ROW', 'System: EHR; Owner: Kim'],
      ['TABLE_ROW', 'System: Payroll; Owner: Ada'],
      ['TABLE_ROW', 'Supplier: Acme; Contract: 2026; Contact: Eve'],
      ['TABLE_ROW', 'Supplier: Beta; Contract: 2025; Contact: Max'],
      ['PARAGRAPH', 'Between.'],
      ['TABLE_ROW', 'A note without columns'],
    ]),
  );
  assert.deepEqual(
    parts.map((part) => part.columns ?? part.items.length),
    [['System', 'Owner'], ['Supplier', 'Contract', 'Contact'], 2],
  );
});

test('a cell that is missing in one row keeps its column', () => {
  const [table] = partsOf(
    pageOf([
      ['TABLE_ROW', 'System: EHR; Owner: Kim'],
      ['TABLE_ROW', 'System: HR; Due: 1 May; Owner: Ada'],
    ]),
  );
  assert.deepEqual(table.columns, ['System', 'Due', 'Owner']);
});

test('headings go down one level at a time', () => {
  const parts = partsOf(
    pageOf([
      ['HEADING', 'One', 1],
      ['HEADING', 'Deep', 4],
      ['PARAGRAPH', 'x'],
      ['HEADING', 'Two', 1],
    ]),
  );
  assert.deepEqual(
    itemsOf(parts).map(({ depth }) => depth),
    [1, 2, 0, 1],
  );
});

test('every character of a page is in exactly one part', () => {
  const page = pageOf([
    ['HEADING', 'Title 😀', 1],
    ...Array.from({ length: 90 }, (_, index) => ['PARAGRAPH', `p${index}`]),
    ['TABLE_ROW', 'A: 1; B: 2'],
    ['TABLE_ROW', 'A: 3; B: 4'],
    ['PARAGRAPH', 'End'],
  ]);
  let at = 0;
  for (const { start, end } of partsOf(page)) {
    assert.equal(start, at);
    at = end;
  }
  assert.equal(at, page.text.length);
});

test('a quote that a long text sets otherwise is found in one pass', () => {
  const text = `${'The policy is reviewed every year by its owner. '.repeat(20_000)}Ac\u00adcess is re-\nmoved at once.`;
  const range = timed(() => rangeOfQuote('Access is removed at once.', text));
  assert.equal(text.slice(range.start, range.end), 'Ac\u00adcess is re-\nmoved at once.');
});

test('the cells of a row are those that were written, and quotes are not shown', () => {
  const rows = [
    'Note: "seen; Approved by: Kay"; Owner: Lee',
    'Note: "says ""no""; at once"; "Backup: last test": May; Owner: Ann; and others',
    'Note: "Asset" is a word; Owner: Bo',
  ];
  const page = pageOf(rows.map((row) => ['TABLE_ROW', row]));
  const read = itemsOf(partsOf(page)).map(({ cells }) =>
    cells.map(({ header, value }) => `${header}=${page.text.slice(value.start, value.end)}`),
  );
  assert.deepEqual(read, [
    ['Note=seen; Approved by: Kay', 'Owner=Lee'],
    ['Note=says ""no""; at once', 'Backup: last test=May', 'Owner=Ann; and others'],
    ['Note="Asset" is a word', 'Owner=Bo'],
  ]);
  for (const { cells } of itemsOf(partsOf(page))) {
    for (const [index, cell] of cells.entries()) {
      assert.equal(cell.label.end, cell.value.start);
      assert.equal(cell.value.end, cell.after.start);
      if (index > 0) assert.equal(cells[index - 1].after.end, cell.label.start, 'no character is lost');
    }
  }
});
