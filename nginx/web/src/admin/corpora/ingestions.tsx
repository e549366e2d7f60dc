// SPDX-License-Identifier: Apache-2.0
// The ingestions of a corpus: the progress of each, why one failed, and which is in force.
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { StageBar } from '../../design/measures.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { bytes, number } from '../../strings/format.ts';
import { t } from '../words.ts';

export type Ingestion = Schemas['CorpusIngestion'];

export const moving = ({ status }: Ingestion) => status !== 'COMPLETED' && status !== 'FAILED';

const STAGES = 3; // fetched, parsed, indexed

function reached(row: Ingestion): number {
  if (row.status === 'COMPLETED') return STAGES;
  return Math.max(0, [row.fetchingAt, row.parsingAt, row.indexingAt].filter(Boolean).length - 1);
}

function Stage({ row }: { row: Ingestion }) {
  const words = t().corpora;
  const word = words.status[row.status];
  return (
    <div class="progress">
      {row.status === 'COMPLETED' ? (
        <State shape="tick" tone="complete">
          {word}
        </State>
      ) : row.status === 'FAILED' ? (
        <State shape="stop" tone="missing">
          {word}
        </State>
      ) : (
        <State shape="ring" tone="accent">
          {word}
        </State>
      )}
      <StageBar
        done={reached(row)}
        all={STAGES}
        part={moving(row) ? 0.5 : 0}
        broken={row.status === 'FAILED'}
        label={words.stageOf(reached(row), STAGES, word)}
      />
      {row.errorDetails && (
        <p class="small missing clip-2" title={row.errorDetails}>
          <Foreign>{row.errorDetails}</Foreign>
        </p>
      )}
    </div>
  );
}

const columns = (inForce: string | null, onActivate: (row: Ingestion) => void): Column<Ingestion>[] => {
  const words = t().corpora;
  return [
    {
      key: 'text',
      head: words.text,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip" title={row.originalFilename ?? row.sourceUrl ?? undefined}>
            <Foreign>{row.originalFilename ?? row.sourceUrl ?? words.lastFile}</Foreign>
          </span>
          <p class="small second clip">
            {[row.fileType?.toUpperCase(), row.sizeBytes === null ? null : bytes(row.sizeBytes)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      ),
    },
    { key: 'state', head: words.state, width: '32%', cell: (row) => <Stage row={row} /> },
    {
      key: 'passages',
      head: words.passages,
      width: '100px',
      numeric: true,
      hide: 'narrow',
      cell: (row) => (row.passageCount === null ? '' : number(row.passageCount)),
    },
    { key: 'at', head: words.started, width: '132px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'acts',
      head: <span class="visually-hidden">{t().write.acts}</span>,
      width: '124px',
      numeric: true,
      cell: (row) =>
        row.id === inForce ? (
          <State pill shape="tick" tone="accent">
            {words.inForce}
          </State>
        ) : (
          row.status === 'COMPLETED' && (
            <Button small onClick={() => onActivate(row)}>
              {words.activate}
            </Button>
          )
        ),
    },
  ];
};

export function Ingestions({
  rows,
  inForce,
  onActivate,
  loading,
}: {
  rows: readonly Ingestion[];
  inForce: string | null;
  onActivate: (row: Ingestion) => void;
  loading: boolean;
}) {
  return (
    <Table
      caption={t().corpora.ingestions}
      columns={columns(inForce, onActivate)}
      rows={rows}
      rowKey={(row) => row.id}
      rowHeight={84}
      loading={loading}
    />
  );
}
