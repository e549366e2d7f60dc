// SPDX-License-Identifier: Apache-2.0
// The content of a replay: each requirement with its recorded verdict, confidence and citations.
import type { Schemas } from '../../api/client.ts';
import { Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Confidence } from '../../design/measures.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import type { Replayed } from './replay.tsx';

type Frozen = Pick<Schemas['Assessment'], 'requirementId' | 'status' | 'confidence' | 'citations' | 'requirement'>;

export function ReplayRecord({ replay }: { replay: Replayed }) {
  const words = t().adminRuns;
  // The API types the parts of a replay only as objects; they have the types of the run's own routes.
  const assessments: readonly Frozen[] = replay.assessments as unknown as Frozen[];
  const title = replay.source === 'SNAPSHOT' ? words.record : words.recordLive;
  const { thresholds } = replay.run as unknown as Pick<Schemas['Run'], 'thresholds'>;
  const columns: Column<Frozen>[] = [
    {
      key: 'requirement',
      head: words.requirement,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Foreign>{row.requirementId}</Foreign>
          </span>
          <p class="small second clip" title={row.requirement.title}>
            <Foreign>{row.requirement.title}</Foreign>
          </p>
        </div>
      ),
    },
    { key: 'status', head: words.status, width: '128px', cell: (row) => <Status status={row.status} /> },
    {
      key: 'confidence',
      head: words.confidence,
      width: '22%',
      hide: 'phone',
      cell: (row) => <Confidence value={row.confidence} thresholds={thresholds} bare />,
    },
    {
      key: 'citations',
      head: words.citations,
      width: '96px',
      numeric: true,
      hide: 'narrow',
      cell: (row) => number(row.citations.length),
    },
  ];
  return (
    <section class="stack">
      <div>
        <h2>{title}</h2>
        <p class="small second">
          {words.recordMeta(replay.requirements.length, replay.documents.length, replay.tasks.length)}
        </p>
      </div>
      {assessments.length > 0 && (
        <Table caption={title} columns={columns} rows={assessments} rowKey={(row) => row.requirementId} />
      )}
    </section>
  );
}
