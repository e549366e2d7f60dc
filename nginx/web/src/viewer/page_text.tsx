// SPDX-License-Identifier: Apache-2.0
// The text of a page as it was read: headings, paragraphs, lists and tables, with a stretch of it
// marked. All of the page's characters are in it, in order, so the marks read together are the stretch.
import type { ComponentChildren, JSX } from 'preact';
import type { Answer } from '../api/client.ts';
import { shownText } from '../design/inline.tsx';
import { type Range, unitsOf } from './quote_match.ts';
import { type Cell, cellsOf, columnsOf } from './table_rows.ts';

export type PageOfText = Answer<'/api/documents/{documentId}/pages/{pageNumber}', 'get'>;
type Kind = PageOfText['blocks'][number]['kind'];

interface Block extends Range {
  kind: Kind;
  level: number;
  until: number; // where the next block begins
}

// Blocks in UTF-16 units; what no block holds is a paragraph.
function blocksOf({ text, blocks }: PageOfText): Block[] {
  const own = blocks.map(({ kind, level, start, end }) => ({ kind, level, start: unitsOf(text, start), end: unitsOf(text, end), until: 0 }));
  const all: Block[] = own.length > 0 ? own : text ? [{ kind: 'PARAGRAPH', level: 0, start: 0, end: text.length, until: 0 }] : [];
  all.forEach((block, index) => {
    block.until = all[index + 1]?.start ?? text.length;
  });
  return all;
}

type Marking = (from: number, to: number) => ComponentChildren;

function markedIn(text: string, range: Range | null): Marking {
  return (from, to) => {
    const start = Math.max(from, Math.min(to, range?.start ?? to));
    const end = Math.max(start, Math.min(to, range?.end ?? start));
    return (
      <>{shownText(text.slice(from, start))}{end > start && <mark>{shownText(text.slice(start, end))}</mark>}{shownText(text.slice(end, to))}</>
    );
  };
}

const SHORT = 16; // characters of a value that stays on one line: a date, a number

function Table({ columns, rows, marked }: { columns: readonly string[]; rows: readonly { block: Block; cells: readonly Cell[] }[]; marked: Marking }) {
  return (
    <div class="text-table" tabIndex={0} role="group" aria-label={columns.join(', ')}>
      <table>
        <thead><tr>{columns.map((header) => <th scope="col" dir="auto">{shownText(header)}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ block, cells }) => (
            <tr>{columns.map((header) => {
              const cell = cells.find((one) => one.header === header);
              const end = cell === cells.at(-1) ? block.until : cell?.after.end;
              return cell === undefined ? <td /> : (
                <td dir="auto" class={cell.value.end - cell.value.start <= SHORT ? 'keep' : undefined}><span class="visually-hidden">{marked(cell.label.start, cell.label.end)}</span>{marked(cell.value.start, cell.value.end)}
                  <span class="visually-hidden">{marked(cell.value.end, end ?? cell.value.end)}</span></td>
              );
            })}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cells, block, marked }: { cells: readonly Cell[]; block: Block; marked: Marking }) {
  return (
    <p class="text-row" dir="auto">
      {cells.map((cell) => (
        <><span class="second">{marked(cell.label.start, cell.label.end)}</span>{marked(cell.value.start, cell === cells.at(-1) ? block.until : cell.after.end)}</>
      ))}
    </p>
  );
}

// Rows that follow each other, as a table where they have their columns in common.
function tables(text: string, rows: readonly Block[], marked: Marking): ComponentChildren[] {
  const parsed = rows.map((block) => ({ block, cells: cellsOf(text, block) }));
  const drawn: ComponentChildren[] = [];
  let at = 0;
  while (at < parsed.length) {
    let end = at + 1;
    while (end < parsed.length && columnsOf(parsed.slice(at, end + 1).map(({ cells }) => cells))) end += 1;
    const group = parsed.slice(at, end);
    const columns = columnsOf(group.map(({ cells }) => cells));
    if (columns) drawn.push(<Table columns={columns} rows={group} marked={marked} />);
    else drawn.push(...group.map(({ block, cells }) => <Row cells={cells} block={block} marked={marked} />));
    at = end;
  }
  return drawn;
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

export function PageText({ page, range }: { page: PageOfText; range: Range | null }) {
  const { text } = page;
  const marked = markedIn(text, range);
  const blocks = blocksOf(page);
  const drawn: ComponentChildren[] = [];
  let depth = 0; // of the last heading: one below it is the deepest that may follow
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (!block) break;
    const content = () => marked(block.start, block.until);
    if (block.kind === 'TABLE_ROW') {
      let end = at;
      while (blocks[end + 1]?.kind === 'TABLE_ROW') end += 1;
      drawn.push(...tables(text, blocks.slice(at, end + 1), marked));
      at = end;
    } else if (block.kind === 'HEADING') {
      depth = Math.min(depth + 1, Math.max(1, block.level), HEADINGS.length);
      const Heading: keyof JSX.IntrinsicElements = HEADINGS[depth - 1] ?? 'h6';
      drawn.push(<Heading dir="auto" class={`text-heading level-${Math.min(block.level, 3)}`}>{content()}</Heading>);
    } else {
      drawn.push(<p dir="auto" class={block.kind === 'LIST_ITEM' ? 'text-item' : 'text-paragraph'}>{content()}</p>);
    }
  }
  return <>{drawn}</>;
}
