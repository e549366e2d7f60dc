// SPDX-License-Identifier: Apache-2.0
// The results as a table, in the pack's order; each row opens its review.
import { Link } from 'wouter-preact';
import { Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Confidence } from '../../design/measures.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import type { Brief } from './queue.ts';

// The selected rows; null if the person may not decide.
export interface Selection {
  picked: ReadonlySet<string>;
  pick: (ids: readonly string[], picked: boolean) => void;
}

function pickColumn(rows: readonly Brief[], { picked, pick }: Selection): Column<Brief> {
  const words = t().results.many;
  const all = rows.length > 0 && rows.every(({ id }) => picked.has(id));
  return {
    key: 'pick',
    width: '44px',
    head: (
      <input
        type="checkbox"
        aria-label={words.pickAll}
        checked={all}
        onChange={() =>
          pick(
            rows.map(({ id }) => id),
            !all,
          )
        }
      />
    ),
    cell: ({ id, requirementId }) => (
      <input
        type="checkbox"
        aria-label={words.pick(requirementId)}
        checked={picked.has(id)}
        onChange={() => pick([id], !picked.has(id))}
      />
    ),
  };
}

function columns(runId: string): Column<Brief>[] {
  const words = t().results;
  return [
    {
      key: 'requirement',
      head: words.requirement,
      rowHead: true,
      cell: (one) => (
        <div class="clip">
          <Link href={`/runs/${runId}/results?at=${encodeURIComponent(one.requirementId)}`}>{one.requirementId}</Link>
          <p class="small second clip" title={one.requirement.title}>
            <Foreign>{one.requirement.title}</Foreign>
          </p>
        </div>
      ),
    },
    {
      key: 'criterion',
      head: words.criterion,
      width: '20%',
      hide: 'narrow',
      cell: (one) => (
        <span class="clip-2">
          <Foreign>{one.requirement.criterionTitle}</Foreign>
        </span>
      ),
    },
    { key: 'status', head: words.status, width: '112px', cell: (one) => <Status status={one.status} /> },
    {
      key: 'confidence',
      head: t().confidence.label,
      width: '140px',
      hide: 'phone',
      cell: (one) => (one.status === 'FAILED' ? words.noConfidence : <Confidence value={one.confidence} bare />),
    },
    {
      key: 'citations',
      head: words.citations,
      width: '96px',
      numeric: true,
      hide: 'narrow',
      cell: (one) => number(one.citationCount),
    },
    {
      key: 'decision',
      head: words.decision,
      width: '150px',
      hide: 'phone',
      cell: (one) =>
        one.review === null ? (
          <span class="third">{words.undecided}</span>
        ) : one.review.verdict === 'ACCEPTED' ? (
          words.accepted
        ) : (
          <span class="moves">
            <span class="visually-hidden">{words.overriddenTo} </span>
            <span aria-hidden="true">→</span>
            <Status status={one.review.status} />
          </span>
        ),
    },
  ];
}

export const ResultTable = ({
  runId,
  rows,
  selection,
}: {
  runId: string;
  rows: readonly Brief[];
  selection: Selection | null;
}) => (
  <Table
    caption={t().results.tableCaption}
    columns={[...(selection ? [pickColumn(rows, selection)] : []), ...columns(runId)]}
    rows={rows}
    rowKey={(one) => one.id}
    rowHeight={58}
    total={rows.length}
  />
);
