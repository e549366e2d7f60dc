// SPDX-License-Identifier: Apache-2.0
// Rows of a table, which the text has as "header: value; header: value", back to columns. Every
// character keeps its place, so that a quote can be marked in the cells.
import type { Range } from './quote_match.ts';

export interface Cell {
  header: string;
  label: Range; // "header: "
  value: Range;
  after: Range; // "; "
}

const CELL = /^([^:;]{1,80}): /;

export function cellsOf(text: string, row: Range): Cell[] {
  const cells: Cell[] = [];
  let at = row.start;
  for (const part of text.slice(row.start, row.end).split('; ')) {
    const end = at + part.length;
    const header = CELL.exec(part)?.[1];
    const before = cells.at(-1);
    if (header === undefined && before) {
      before.value.end = end; // a value that has a "; " itself
      before.after = { start: end, end: Math.min(end + 2, row.end) };
    } else {
      const value = { start: at + (header === undefined ? 0 : header.length + 2), end };
      cells.push({ header: header ?? '', label: { start: at, end: value.start }, value, after: { start: end, end: Math.min(end + 2, row.end) } });
    }
    at = end + 2;
  }
  return cells;
}

const MOST_COLUMNS = 24;

// The columns that rows one after another have in common; null where they are no table.
export function columnsOf(rows: readonly (readonly Cell[])[]): string[] | null {
  const columns: string[] = [];
  for (const row of rows) {
    const own = row.map(({ header }) => header);
    if (own.includes('') || new Set(own).size < own.length) return null;
    for (const [index, header] of own.entries()) {
      if (columns.includes(header)) continue;
      // Behind the column that stands before it here.
      const before = index > 0 ? columns.indexOf(own[index - 1] ?? '') : -1;
      columns.splice(before + 1, 0, header);
    }
  }
  const widest = Math.max(...rows.map((row) => row.length));
  return rows.length > 1 && widest > 1 && columns.length <= Math.min(MOST_COLUMNS, widest * 1.5) ? columns : null;
}
