// SPDX-License-Identifier: Apache-2.0
// The extracted text of a page: headings, paragraphs, lists and tables, with a range of it marked. Renders
// the parts that have come near and those in the marked range. A rendered part contains all its characters
// in order, so the marks joined give the marked range.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { shownText } from '../design/inline.tsx';
import { useLatest } from '../design/latest.ts';
import { type FlowItem, type PageOfText, type Part, partsOf, type Row, type Slice } from './blocks.ts';
import { useNear } from './nearness.ts';
import type { Range } from './quote_match.ts';

type Marking = (from: number, to: number) => ComponentChildren;

function markedIn(text: string, range: Range | null): Marking {
  return (from, to) => {
    const start = Math.max(from, Math.min(to, range?.start ?? to));
    const end = Math.max(start, Math.min(to, range?.end ?? start));
    return (
      <>
        {shownText(text.slice(from, start))}
        {end > start && <mark>{shownText(text.slice(start, end))}</mark>}
        {shownText(text.slice(end, to))}
      </>
    );
  };
}

const holds = ({ start, end }: Range, range: Range | null): boolean =>
  range !== null && range.start < end && range.end > start;

// What every part of a page gets: the marked range, and a callback for when it has been rendered.
interface Drawing {
  range: Range | null;
  marked: Marking;
  onDrawn: () => void;
}

function useDrawn<E extends Element>(part: Range, { range, onDrawn }: Drawing) {
  const [element, near] = useNear<E>(holds(part, range));
  useLayoutEffect(() => {
    if (near) onDrawn();
  }, [near, onDrawn]);
  return [element, near] as const;
}

const SHORT = 16; // characters of a value that stays on one line: a date, a number

function TableRow({
  row: { block, cells },
  columns,
  drawing: { marked, range },
}: {
  row: Row;
  columns: readonly string[];
  drawing: Drawing;
}) {
  return (
    <tr class={holds({ start: block.start, end: block.end }, range) ? 'cited' : undefined}>
      {columns.map((header) => {
        const cell = cells.find((one) => one.header === header);
        const end = cell === cells.at(-1) ? block.until : cell?.after.end;
        return cell === undefined ? (
          <td />
        ) : (
          <td dir="auto" class={cell.value.end - cell.value.start <= SHORT ? 'keep' : undefined}>
            <span class="visually-hidden">{marked(cell.label.start, cell.label.end)}</span>
            {marked(cell.value.start, cell.value.end)}
            <span class="visually-hidden">{marked(cell.value.end, end ?? cell.value.end)}</span>
          </td>
        );
      })}
    </tr>
  );
}

function TableSlice({ slice, columns, drawing }: { slice: Slice; columns: readonly string[]; drawing: Drawing }) {
  const [element, near] = useDrawn<HTMLTableSectionElement>(slice, drawing);
  return (
    <tbody ref={element}>
      {near ? (
        slice.rows.map((row) => <TableRow row={row} columns={columns} drawing={drawing} />)
      ) : (
        <tr style={{ height: `${slice.height}px` }}>
          <td colSpan={columns.length} />
        </tr>
      )}
    </tbody>
  );
}

function Table({
  columns,
  slices,
  drawing,
}: {
  columns: readonly string[];
  slices: readonly Slice[];
  drawing: Drawing;
}) {
  return (
    <div class="text-table" tabIndex={0} role="group" aria-label={columns.join(', ')}>
      <table>
        <thead>
          <tr>
            {columns.map((header) => (
              <th scope="col" dir="auto">
                {shownText(header)}
              </th>
            ))}
          </tr>
        </thead>
        {slices.map((slice) => (
          <TableSlice slice={slice} columns={columns} drawing={drawing} />
        ))}
      </table>
    </div>
  );
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

function Item({ item, marked }: { item: FlowItem; marked: Marking }) {
  const { block } = item;
  if ('cells' in item) {
    return (
      <p class="text-row" dir="auto">
        {item.cells.map((cell) => (
          <>
            <span class="second">{marked(cell.label.start, cell.label.end)}</span>
            {marked(cell.value.start, cell === item.cells.at(-1) ? block.until : cell.after.end)}
          </>
        ))}
      </p>
    );
  }
  const content = marked(block.start, block.until);
  const Heading = HEADINGS[item.depth - 1];
  return Heading ? (
    <Heading dir="auto" class={`text-heading level-${Math.min(block.level, 3)}`}>
      {content}
    </Heading>
  ) : (
    <p dir="auto" class="text-paragraph">
      {content}
    </p>
  );
}

const isListItem = (item: FlowItem): boolean => item.block.kind === 'LIST_ITEM';

// Items in a row are one list.
function inLists(items: readonly FlowItem[]): FlowItem[][] {
  const groups: FlowItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0] && isListItem(item) && isListItem(last[0])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function Items({ items, marked }: { items: readonly FlowItem[]; marked: Marking }) {
  const [first] = items;
  if (!first) return null;
  if (!isListItem(first)) return <Item item={first} marked={marked} />;
  return (
    <ul class="text-list">
      {items.map(({ block }) => (
        <li dir="auto" class="text-item">
          {marked(block.start, block.until)}
        </li>
      ))}
    </ul>
  );
}

function Flow({ part, drawing }: { part: Part & { kind: 'flow' }; drawing: Drawing }) {
  const [element, near] = useDrawn<HTMLDivElement>(part, drawing);
  return near ? (
    <div class="text-flow">
      {inLists(part.items).map((items) => (
        <Items items={items} marked={drawing.marked} />
      ))}
    </div>
  ) : (
    <div class="text-flow" ref={element} style={{ height: `${part.height}px` }} />
  );
}

export function PageText({ page, range, onDrawn }: { page: PageOfText; range: Range | null; onDrawn: () => void }) {
  const parts = useMemo(() => partsOf(page), [page]);
  const drawn = useLatest(onDrawn);
  return useMemo(() => {
    const drawing = { range, marked: markedIn(page.text, range), onDrawn: drawn };
    return (
      <>
        {parts.map((part, index) =>
          part.kind === 'flow' ? (
            <Flow key={index} part={part} drawing={drawing} />
          ) : (
            <Table key={index} columns={part.columns} slices={part.slices} drawing={drawing} />
          ),
        )}
      </>
    );
  }, [parts, page.text, range, drawn]);
}
