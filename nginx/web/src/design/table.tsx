// SPDX-License-Identifier: Apache-2.0
// The table of all views: hairlines, a sticky head, and only the rows in sight are rendered. All rows have
// one height, so their positions need no measuring. The focused row stays rendered, so that scrolling
// does not lose the focus.
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings/words.ts';
import { useLatest } from './latest.ts';

export interface Column<R> {
  key: string;
  head: ComponentChildren;
  cell: (row: R) => ComponentChildren;
  width?: string; // a CSS width; columns without one share the remaining space
  numeric?: boolean;
  rowHead?: boolean; // the cell that names the row
  hide?: 'phone' | 'narrow'; // hidden below 640 or 1000 px
}

const BEYOND = 8; // rows rendered before and after those in sight
const STEP = 6; // rows that come and go together, so that most frames of a scroll render nothing

export function Table<R>({
  caption,
  columns,
  rows,
  rowKey,
  total,
  rowHeight = 56,
  onEnd,
  onSeen,
  rowClass,
  loading = false,
}: {
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  total?: number | undefined;
  rowHeight?: number;
  onEnd?: () => void; // the last rows come into sight and there may be more
  onSeen?: (rows: readonly R[]) => void; // called with the rendered rows when they change
  rowClass?: (row: R) => string | undefined;
  loading?: boolean; // shows empty placeholder rows
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 30]);
  const [focused, setFocused] = useState<number | null>(null);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!body.current) return;
      const above = -body.current.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / rowHeight / STEP) * STEP - BEYOND);
      const last = Math.max(0, Math.ceil((above + innerHeight) / rowHeight / STEP) * STEP + BEYOND);
      setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [rowHeight]);

  const end = Math.min(to, rows.length);
  const start = Math.min(from, end);
  const atEnd = useLatest(() => onEnd?.());
  const seen = useLatest((shown: readonly R[]) => onSeen?.(shown));
  useEffect(() => {
    if (to >= rows.length) atEnd();
  }, [to, rows.length, atEnd]);
  useEffect(() => seen(rows.slice(start, end)), [start, end, rows, seen]);

  // Ranges of rows to render, with gaps between them.
  const runs: [number, number][] = [[start, end]];
  if (focused !== null && focused < rows.length && (focused < start || focused >= end)) {
    runs[focused < start ? 'unshift' : 'push']([focused, focused + 1]);
  }
  const drawn: ComponentChildren[] = [];
  let reached = 0;
  const gap = (until: number) => {
    if (until > reached)
      drawn.push(
        <tr
          key={`gap-${reached === 0 ? 'first' : until === rows.length ? 'last' : 'between'}`}
          class="gap"
          aria-hidden="true"
          style={{ height: `${(until - reached) * rowHeight}px` }}
        />,
      );
  };
  for (const [first, last] of runs) {
    gap(first);
    for (let index = first; index < last; index += 1) {
      const row = rows[index];
      if (row === undefined) continue;
      drawn.push(
        <TableRow
          key={rowKey(row)}
          row={row}
          index={index}
          columns={columns}
          kind={rowClass?.(row)}
          height={rowHeight}
          onFocus={setFocused}
        />,
      );
    }
    reached = last;
  }
  gap(rows.length);

  return (
    <div class="card table-card" onFocusOut={() => setFocused(null)}>
      <table aria-rowcount={(total ?? rows.length) + 1} aria-busy={loading || undefined}>
        <caption class="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col
              class={column.hide && `hide-${column.hide}`}
              style={column.width ? { width: column.width } : undefined}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {loading && rows.length === 0
            ? Array.from({ length: 8 }, () => (
                <tr aria-hidden="true" style={{ height: `${rowHeight}px` }}>
                  {columns.map((column) => (
                    <td class={classOf(column)}>
                      <span class="skeleton" />
                    </td>
                  ))}
                </tr>
              ))
            : drawn}
        </tbody>
      </table>
      {total !== undefined && rows.length > 0 && rows.length < total && (
        <p class="table-more second">{t().table.loading}</p>
      )}
    </div>
  );
}

// Renders again when the row or its columns change, not when the table is scrolled.
class TableRow<R> extends Component<{
  row: R;
  index: number;
  columns: readonly Column<R>[];
  kind: string | undefined;
  height: number;
  onFocus: (index: number) => void;
}> {
  override shouldComponentUpdate(next: Readonly<typeof this.props>, state: unknown): boolean {
    const now = this.props;
    return (
      state !== this.state || // a signal that a cell reads has changed
      next.row !== now.row ||
      next.columns !== now.columns ||
      next.index !== now.index ||
      next.kind !== now.kind ||
      next.height !== now.height
    );
  }

  override render() {
    const { row, index, columns, kind, height, onFocus } = this.props;
    return (
      <tr aria-rowindex={index + 2} class={kind} style={{ height: `${height}px` }} onFocusIn={() => onFocus(index)}>
        {columns.map((column) => {
          const of = classOf(column);
          return column.rowHead ? (
            <th scope="row" class={of}>
              {column.cell(row)}
            </th>
          ) : (
            <td class={of}>{column.cell(row)}</td>
          );
        })}
      </tr>
    );
  }
}

function classOf<R>({ numeric, hide }: Column<R>): string | undefined {
  return [numeric && 'number', hide && `hide-${hide}`].filter(Boolean).join(' ') || undefined;
}
