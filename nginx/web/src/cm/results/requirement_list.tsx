// SPDX-License-Identifier: Apache-2.0
// The list at the left of the results: sections of requirements. Renders only the rows in sight. The queue
// and the tree differ only in their sections.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ChevronDown, ChevronRight } from 'lucide-preact';
import { Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { fraction, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { type Brief, countsOf, held, type Section } from './queue.ts';

const HEAD = 33;
const TREE_HEAD = 52;
const ITEM = 76;
const BEYOND = 400; // px rendered above and below the visible part

type Row = { top: number; height: number } & ({ section: Section } | { item: Brief; place: number });

function rowsOf(
  sections: readonly Section[],
  closed: ReadonlySet<string>,
  head: number,
): { rows: readonly Row[]; height: number } {
  const rows: Row[] = [];
  let top = 0;
  let place = 0;
  for (const section of sections) {
    rows.push({ top, height: head, section });
    top += head;
    for (const item of section.items) {
      place += 1;
      if (closed.has(section.key)) continue;
      rows.push({ top, height: ITEM, item, place });
      top += ITEM;
    }
  }
  return { rows, height: top };
}

function Item({ one, current, onOpen }: { one: Brief; current: boolean; onOpen: (one: Brief) => void }) {
  const words = t().results;
  return (
    <button type="button" class="review-item" aria-current={current ? 'true' : undefined} onClick={() => onOpen(one)}>
      <Status status={one.status} form="glyph" />
      <span class="grow">
        <span class="strong">{one.requirementId}</span>
        <span class="clip-2 small second">
          <Foreign>{one.requirement.title}</Foreign>
        </span>
      </span>
      <span class="review-item-end small">
        {one.status === 'FAILED' ? (
          <span class="second">{words.noConfidence}</span>
        ) : (
          <span class="second">
            <span class="visually-hidden">{t().confidence.label} </span>
            {fraction(one.confidence)}
          </span>
        )}
        {one.review &&
          (one.review.verdict === 'OVERRIDDEN' ? (
            <span class="held" title={words.heldAs(t().status[held(one)])}>
              → <Status status={held(one)} form="glyph" />
            </span>
          ) : (
            <span class="second">{words.acceptedShort}</span>
          ))}
      </span>
    </button>
  );
}

// `onAccept`: given if whole sections may be accepted.
export function RequirementList({
  label,
  sections,
  currentId,
  onOpen,
  tree = false,
  onAccept,
}: {
  label: string;
  sections: readonly Section[];
  currentId: string | null;
  onOpen: (one: Brief) => void;
  tree?: boolean;
  onAccept?: ((section: Section) => void) | undefined;
}) {
  const words = t().results.many;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const [[from, to], setSight] = useState<readonly [number, number]>([0, 1600]);
  const { rows, height } = useMemo(() => rowsOf(sections, closed, tree ? TREE_HEAD : HEAD), [sections, closed, tree]);
  const total = sections.reduce((sum, { items }) => sum + items.length, 0);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let frame = 0;
    const look = () => {
      frame = 0;
      setSight([element.scrollTop - BEYOND, element.scrollTop + element.clientHeight + BEYOND]);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    element.addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, []);

  // Keeps the open requirement in sight as keys move through the list.
  useLayoutEffect(() => {
    const element = box.current;
    const row = rows.find((one) => 'item' in one && one.item.id === currentId);
    if (!element || !row) return;
    const above = row.top - HEAD;
    const below = row.top + row.height - element.clientHeight;
    if (element.scrollTop > above) element.scrollTop = above;
    else if (element.scrollTop < below) element.scrollTop = below + ITEM;
  }, [currentId, rows]);

  const fold = (key: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  const drawn = rows.filter((row) => row.top + row.height > from && row.top < to);
  const first = drawn[0]?.top ?? 0;
  const last = drawn.at(-1);
  return (
    <div class="review-list" ref={box} tabIndex={-1}>
      <ul
        aria-label={label}
        style={{ paddingTop: `${first}px`, paddingBottom: `${height - (last ? last.top + last.height : 0)}px` }}>
        {drawn.map((row) => {
          if ('item' in row) {
            return (
              <li key={row.item.id} style={{ height: `${ITEM}px` }} aria-setsize={total} aria-posinset={row.place}>
                <Item one={row.item} current={row.item.id === currentId} onOpen={onOpen} />
              </li>
            );
          }
          const { section } = row;
          if (!tree)
            return (
              <li key={section.key} class="review-head" style={{ height: `${HEAD}px` }}>
                <span class="bare">
                  <span class="grow">
                    {section.title} <span class="count">{number(section.items.length)}</span>
                  </span>
                  {onAccept && section.key !== 'decided' && (
                    <button
                      type="button"
                      class="link-button"
                      aria-label={words.acceptSectionOf(section.title)}
                      onClick={() => onAccept(section)}>
                      {words.acceptSection}
                    </button>
                  )}
                </span>
              </li>
            );
          const open = !closed.has(section.key);
          return (
            <li key={section.key} class="review-head" style={{ height: `${TREE_HEAD}px` }}>
              <button type="button" class="bare" aria-expanded={open} onClick={() => fold(section.key)}>
                {open ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
                <span class="clip">
                  <Foreign>{section.title}</Foreign>
                </span>{' '}
                <span class="count">{number(section.items.length)}</span>
              </button>
              <StatusShares counts={countsOf(section.items, held)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
