// SPDX-License-Identifier: Apache-2.0
// The cells of an export's row: format, run, progress, and the file with its size and hash.
import { Link } from 'wouter-preact';
import { Download } from 'lucide-preact';
import { address, type Schemas } from '../../api/client.ts';
import { download } from '../../api/files.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { failureText, FailureText } from '../../design/failure.tsx';
import { FileType, Foreign, Id, Time } from '../../design/inline.tsx';
import { Progress } from '../../design/measures.tsx';
import { PersonName } from '../../design/person.tsx';
import { toastError } from '../../design/states.tsx';
import type { Column } from '../../design/table.tsx';
import { Why } from '../../design/why.tsx';
import { bytes, dayAndTime } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { type Export, fileName } from './formats.ts';

interface Known {
  runs: readonly Schemas['Run'][];
  packName: (packId: string) => string;
}

function DownloadButton({ row }: { row: Export }) {
  const words = t().exports;
  const { busy, run } = useWrite(toastError);
  const save = () =>
    run(() => download(address('/api/exports/{exportId}/content', { path: { exportId: row.id } }), fileName(row)));
  return (
    <Button
      small
      busy={busy}
      onClick={save}
      icon={<Download size={14} aria-hidden="true" />}
      aria-label={words.downloadOne(words.formats[row.format].name)}>
      {words.download}
    </Button>
  );
}

function StateCell({ row }: { row: Export }) {
  const words = t().exports;
  if (row.status === 'FAILED') {
    const name = words.formats[row.format].name;
    return (
      <span class="failed-state">
        <Glyph shape="triangle" tone="failed" />
        <Why title={name} reason={failureText(row)}>
          <span class="clip-2">
            <span class="strong">{words.states.FAILED}.</span> <FailureText of={row} />
          </span>
        </Why>
      </span>
    );
  }
  if (row.status === 'COMPLETED') return <DownloadButton row={row} />;
  return <Progress label={words.states[row.status]} value={null} />;
}

export function exportColumns({ runs, packName }: Known): Column<Export>[] {
  const words = t().exports;
  const runName = (row: Export) => {
    const run = runs.find(({ id }) => id === row.runId);
    return run ? `${packName(run.packId)} · ${dayAndTime(run.completedAt ?? run.createdAt)}` : row.runId;
  };
  return [
    {
      key: 'format',
      head: words.file,
      rowHead: true,
      cell: (row) => (
        <div class="document-name">
          <FileType type={row.format === 'package' ? 'zip' : row.format} />
          <div class="clip">
            <span class="clip">{words.formats[row.format].name}</span>
            <p class="small second clip">
              <Link href={`/runs/${row.runId}/results`}>
                <Foreign>{runName(row)}</Foreign>
              </Link>
            </p>
          </div>
        </div>
      ),
    },
    {
      key: 'by',
      head: words.askedBy,
      width: '16%',
      hide: 'narrow',
      cell: (row) => (
        <span class="clip-2">{row.requestedBy === null ? words.byRun : <PersonName of={row.requestedBy} />}</span>
      ),
    },
    {
      key: 'made',
      head: words.made,
      width: '136px',
      hide: 'phone',
      cell: (row) => <Time at={row.completedAt ?? row.createdAt} />,
    },
    {
      key: 'size',
      head: words.size,
      width: '92px',
      hide: 'narrow',
      numeric: true,
      cell: (row) => (row.sizeBytes === null ? null : bytes(row.sizeBytes)),
    },
    {
      key: 'hash',
      head: words.hash,
      width: '132px',
      hide: 'narrow',
      cell: (row) => (row.sha256 === null ? null : <Id value={row.sha256} />),
    },
    { key: 'state', head: words.state, width: 'clamp(150px, 19vw, 216px)', cell: (row) => <StateCell row={row} /> },
  ];
}
