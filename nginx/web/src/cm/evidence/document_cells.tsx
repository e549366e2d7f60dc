// SPDX-License-Identifier: Apache-2.0
// The cells of a document's row: what it is, how far it has come as a bar and in words.
import type { Schemas } from '../../api/client.ts';
import { FileType, Foreign } from '../../design/inline.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { StageBar } from '../../design/measures.tsx';
import { bytes } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

type Progress = Schemas['DocumentProgress']['progress'];
export type DocumentRow = Schemas['Document'] & { progress?: Progress };

const REACHED = { UPLOADED: 1, EXTRACTED: 2, PARSED: 3, INDEXED: 4, READY: 5 } as const;
const STAGES = 5;

// Of a failed one, the stage that its times show.
function reached(row: DocumentRow): number {
  if (row.status !== 'FAILED') return REACHED[row.status];
  return row.indexedAt ? 4 : row.parsedAt ? 3 : row.extractedAt ? 2 : 1;
}

function stateWord(row: DocumentRow): string {
  const words = t().evidence;
  const stage = row.status === 'READY' || row.status === 'FAILED' ? null : row.progress?.stage;
  return stage ? words.progress(words.stage[stage], row.progress?.done ?? 0, row.progress?.total ?? 0) : words.status[row.status];
}

export function NameCell({ row }: { row: DocumentRow }) {
  const words = t().evidence;
  const about = [
    row.childCount > 0 ? words.files(row.childCount) : row.pageCount ? words.pages(row.pageCount) : null,
    bytes(row.sizeBytes),
  ].filter(Boolean).join(' · ');
  return (
    <div class="document-name">
      <FileType type={row.fileType} />
      <div class="clip">
        <span class="clip" title={row.originalFilename}><Foreign>{row.originalFilename}</Foreign></span>
        <p class="small second clip">{about}</p>
      </div>
    </div>
  );
}

export function StageCell({ row }: { row: DocumentRow }) {
  const done = reached(row);
  const { progress } = row;
  return (
    <StageBar done={done} all={STAGES} broken={row.status === 'FAILED'}
      part={progress && progress.total > 0 ? progress.done / progress.total : 0}
      label={t().evidence.stageOf(done, STAGES, stateWord(row))} />
  );
}

export function StateCell({ row }: { row: DocumentRow }) {
  if (row.status !== 'FAILED') return <>{stateWord(row)}</>;
  return (
    <span class="failed-state" title={row.failureReason ?? undefined}>
      <Glyph shape="triangle" tone="missing" />
      <span class="clip-2"><span class="strong missing">{t().evidence.status.FAILED}.</span> <Foreign>{row.failureReason ?? ''}</Foreign></span>
    </span>
  );
}
