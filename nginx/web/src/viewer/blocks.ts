// SPDX-License-Identifier: Apache-2.0
// Divides the text of a page into the parts that are rendered: runs of headings, paragraphs and list items,
// and tables. A document without pages is one page of any length, so each part is small enough to render
// on its own as it comes near, and the time is linear in the length of the text. Pure functions.
import type { Answer } from '../api/client.ts';
import { type Range, unitsIn } from './quote_match.ts';
import { type Cell, cellsOf, rowGroups } from './table_rows.ts';

export type PageOfText = Answer<'/api/documents/{documentId}/pages/{pageNumber}', 'get'>;

interface Block extends Range {
  kind: PageOfText['blocks'][number]['kind'];
  level: number;
  until: number; // where the next block begins
}

export interface Row {
  block: Block;
  cells: readonly Cell[];
}

// A heading's `depth` exceeds that of the previous heading by at most one; 0 for anything else.
export type FlowItem = { block: Block; depth: number } | Row;
export type Part =
  | { kind: 'flow'; start: number; end: number; height: number; items: readonly FlowItem[] }
  | { kind: 'table'; start: number; end: number; columns: readonly string[]; slices: readonly Slice[] };

// Rows of a table that are rendered together.
export interface Slice extends Range {
  height: number;
  rows: readonly Row[];
}

const AT_ONCE = 40; // blocks or rows
const MAX_DEPTH = 4;
// Estimated heights before rendering, in px.
const LINE = { letters: 100, height: 21, gap: 8 };
const ROW = 34;

// The blocks, with offsets in UTF-16 units. Text without blocks is one paragraph.
function blocksOf({ text, blocks }: PageOfText): Block[] {
  const units = unitsIn(text);
  const own = blocks.map(({ kind, level, start, end }) => ({
    kind,
    level,
    start: units(start),
    end: units(end),
    until: 0,
  }));
  const all: Block[] =
    own.length > 0 ? own : text ? [{ kind: 'PARAGRAPH', level: 0, start: 0, end: text.length, until: 0 }] : [];
  all.forEach((block, index) => {
    block.until = all[index + 1]?.start ?? text.length;
  });
  return all;
}

function inSlices<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, index) =>
    items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

const heightOf = ({ start, until }: Block): number =>
  Math.ceil((until - start) / LINE.letters) * LINE.height + LINE.gap;
const rangeOf = (blocks: readonly Block[]): Range => ({ start: blocks[0]?.start ?? 0, end: blocks.at(-1)?.until ?? 0 });

function flowParts(items: readonly FlowItem[]): Part[] {
  return inSlices(items).map((slice) => {
    const blocks = slice.map(({ block }) => block);
    return {
      kind: 'flow',
      ...rangeOf(blocks),
      items: slice,
      height: blocks.reduce((sum, block) => sum + heightOf(block), 0),
    };
  });
}

export function partsOf(page: PageOfText): Part[] {
  const blocks = blocksOf(page);
  const parts: Part[] = [];
  let flow: FlowItem[] = [];
  const endFlow = () => {
    parts.push(...flowParts(flow));
    flow = [];
  };
  let depth = 0; // of the last heading
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (!block) break;
    if (block.kind !== 'TABLE_ROW') {
      if (block.kind === 'HEADING') depth = Math.min(depth + 1, Math.max(1, block.level), MAX_DEPTH);
      flow.push({ block, depth: block.kind === 'HEADING' ? depth : 0 });
      continue;
    }
    const rows: Row[] = [];
    for (let row = blocks[at]; row?.kind === 'TABLE_ROW'; row = blocks[at]) {
      rows.push({ block: row, cells: cellsOf(page.text, row) });
      at += 1;
    }
    at -= 1;
    for (const { columns, rows: own } of rowGroups(rows)) {
      if (!columns) {
        flow.push(...own);
        continue;
      }
      endFlow();
      const slices = inSlices(own).map((slice) => ({
        ...rangeOf(slice.map(({ block: one }) => one)),
        rows: slice,
        height: slice.length * ROW,
      }));
      parts.push({ kind: 'table', ...rangeOf(own.map(({ block: one }) => one)), columns, slices });
    }
  }
  endFlow();
  return parts;
}
