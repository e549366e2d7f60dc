// SPDX-License-Identifier: Apache-2.0
// The cells of the tree's rows: a criterion with its shares, a requirement with its current result.
import { Link } from 'wouter-preact';
import { ChevronDown, ChevronRight, UserCheck } from 'lucide-preact';
import { State, Status } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { Confidence, StatusShares } from '../../design/measures.tsx';
import type { Column } from '../../design/table.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { held, type Item, resultOf, type Row } from './rows.ts';

export function HeldStatus({ item, form = 'plain' }: { item: Item; form?: 'plain' | 'pill' }) {
  const status = held(item);
  if (status === null)
    return (
      <State shape="ring" tone="quiet" pill={form === 'pill'}>
        {t().status.none}
      </State>
    );
  return <Status status={status} form={form} />;
}

// `told`: adds words beside the mark.
export function ReviewMark({ item, told = false }: { item: Item; told?: boolean }) {
  const words = t().requirements;
  const review = item.standing?.review;
  if (!review) return null;
  const text = review.verdict === 'ACCEPTED' ? words.accepted : words.overridden;
  return (
    <span class="review-mark" title={text}>
      <UserCheck size={14} aria-hidden="true" />
      <span class={told ? 'small' : 'visually-hidden'}>{text}</span>
    </span>
  );
}

function NameCell({
  row,
  onToggle,
  onOpen,
}: {
  row: Row;
  onToggle: (criterionId: number) => void;
  onOpen: (item: Item) => void;
}) {
  if (row.kind === 'criterion') {
    const { criterion, open } = row;
    return (
      <button
        type="button"
        class="tree-toggle"
        aria-expanded={open}
        data-tree={row.key}
        onClick={() => onToggle(criterion.criterionId)}>
        {open ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
        <span class="clip">
          {number(criterion.criterionId)} <Foreign>{criterion.criterionTitle}</Foreign>
        </span>
      </button>
    );
  }
  const { item } = row;
  return (
    <button type="button" class="tree-leaf" data-tree={row.key} onClick={() => onOpen(item)}>
      <span class="mono second">
        <bdi>{item.requirementId}</bdi>
      </span>
      <span class="clip-2 plain-text">
        <Foreign>{item.title}</Foreign>
      </span>
    </button>
  );
}

export function treeColumns(onToggle: (criterionId: number) => void, onOpen: (item: Item) => void): Column<Row>[] {
  const words = t().requirements;
  return [
    {
      key: 'name',
      head: words.requirement,
      rowHead: true,
      cell: (row) => <NameCell row={row} onToggle={onToggle} onOpen={onOpen} />,
    },
    {
      key: 'status',
      head: words.status,
      width: '184px',
      cell: (row) =>
        row.kind === 'criterion' ? (
          <StatusShares counts={row.criterion.held} rest={row.criterion.notAssessed} />
        ) : (
          <span class="status-cell">
            <HeldStatus item={row.item} />
            <ReviewMark item={row.item} />
          </span>
        ),
    },
    {
      key: 'confidence',
      head: t().confidence.label,
      width: '136px',
      hide: 'narrow',
      cell: (row) =>
        row.kind === 'criterion' ? (
          <span class="small second">{words.completeOf(row.criterion.held.COMPLETE, row.criterion.requirements)}</span>
        ) : row.item.standing ? (
          <Confidence bare value={row.item.standing.confidence} />
        ) : null,
    },
    {
      key: 'cited',
      head: words.cited,
      width: '96px',
      hide: 'narrow',
      numeric: true,
      cell: (row) => (row.kind === 'requirement' && row.item.standing ? number(row.item.standing.citationCount) : null),
    },
    {
      key: 'judged',
      head: words.judged,
      width: '136px',
      hide: 'phone',
      cell: (row) =>
        row.kind === 'requirement' && row.item.standing ? <Time at={row.item.standing.createdAt} /> : null,
    },
    {
      key: 'result',
      head: <span class="visually-hidden">{words.result}</span>,
      width: '92px',
      hide: 'phone',
      cell: (row) =>
        row.kind === 'requirement' && row.item.standing ? (
          <Link
            class="result-link"
            href={resultOf(row.item.standing.runId, row.item.requirementId)}
            aria-label={words.resultOf(row.item.requirementId)}>
            {words.result}
          </Link>
        ) : null,
    },
  ];
}
