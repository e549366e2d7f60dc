// SPDX-License-Identifier: Apache-2.0
// Restores the columns of table rows, which the text has as "header: value; header: value" and
// with quotes around what would be read as something else (core/extract/row_text.hpp). Every character
// keeps its offset, so that a quote can be marked in the cells.
import type { Range } from './quote_match.ts';

export interface Cell {
  header: string;
  label: Range; // "header: "
  value: Range;
  after: Range; // "; "
}

const CELL = /^([^:;"][^:;]{0,79}): /;
const QUOTED = /^"([^"]*(?:""[^"]*)*)"/;

// The quoted text at the front, with its quotes, if what follows shows that it is one.
const quoted = (part: string, behind: string): RegExpExecArray | null => {
  const found = QUOTED.exec(part);
  const next = found && part.slice(found[0].length);
  return next?.startsWith(behind) || (next === '' && behind === '; ') ? found : null;
};

export function cellsOf(text: string, row: Range): Cell[] {
  const cells: Cell[] = [];
  for (let at = row.start; at < row.end;) {
    const rest = text.slice(at, row.end);
    const named = quoted(rest, ': ');
    const header = named ? (named[1] ?? '').replaceAll('""', '"') : CELL.exec(rest)?.[1];
    const label = named ? named[0].length + 2 : header === undefined ? 0 : header.length + 2;
    const whole = quoted(rest.slice(label), '; ')?.[0].length;
    const next = rest.indexOf('; ', label);
    const length = whole ?? (next < 0 ? rest.length : next) - label;
    const marks = whole === undefined ? 0 : 1; // the quotes belong to what is around the value
    const end = at + label + length;
    const before = cells.at(-1);
    const after = { start: end - marks, end: Math.min(end + 2, row.end) };
    if (header === undefined && before) {
      before.value.end = after.start; // the value itself contains "; "
      before.after = after;
    } else {
      const value = { start: at + label + marks, end: end - marks };
      cells.push({ header: header ?? '', label: { start: at, end: value.start }, value, after });
    }
    at = end + 2;
  }
  return cells;
}

const MAX_COLUMNS = 24;

// The common columns of one table's rows, collected row by row.
class Columns {
  readonly names: string[] = [];
  private widest = 0;

  // Adds the row. Returns false and changes nothing if the rows would no longer form a table.
  take(row: readonly Cell[]): boolean {
    if (row.length > MAX_COLUMNS) return false;
    const own = row.map(({ header }) => header);
    if (own.includes('') || new Set(own).size < own.length) return false;
    const names = [...this.names];
    for (const [index, header] of own.entries()) {
      if (names.includes(header)) continue;
      // After the column that precedes it in this row.
      const before = index > 0 ? names.indexOf(own[index - 1] ?? '') : -1;
      names.splice(before + 1, 0, header);
    }
    const widest = Math.max(this.widest, row.length);
    if (widest < 2 || names.length > Math.min(MAX_COLUMNS, widest * 1.5)) return false;
    this.names.splice(0, Infinity, ...names);
    this.widest = widest;
    return true;
  }
}

interface RowGroup<R> {
  columns: readonly string[] | null; // null: a single row outside any table
  rows: readonly R[];
}

// Groups consecutive rows with common columns into tables, in one pass.
export function rowGroups<R extends { cells: readonly Cell[] }>(rows: readonly R[]): RowGroup<R>[] {
  const groups: RowGroup<R>[] = [];
  let at = 0;
  while (at < rows.length) {
    const columns = new Columns();
    let end = at;
    for (let row = rows[end]; row && columns.take(row.cells); row = rows[end]) end += 1;
    const table = end - at > 1;
    if (!table) end = at + 1;
    groups.push({ columns: table ? columns.names : null, rows: rows.slice(at, end) });
    at = end;
  }
  return groups;
}
