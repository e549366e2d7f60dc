// SPDX-License-Identifier: Apache-2.0
// The cells of a document's row: name, progress as a bar and in words, and use.
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { ChevronDown, ChevronRight, Lock } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { Button, IconButton } from '../../design/controls.tsx';
import { failureText } from '../../design/failure.tsx';
import { FileType, Foreign, shownText } from '../../design/inline.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { StageBar } from '../../design/measures.tsx';
import { Why } from '../../design/why.tsx';
import { bytes } from '../../strings/format.ts';
import { isArchive, unitOf } from '../../strings/units.ts';
import { t } from '../../strings/words.ts';

type Progress = Schemas['DocumentProgress']['progress'];
export type DocumentRow = Schemas['Document'] & { progress?: Progress };

const REACHED = { UPLOADED: 1, EXTRACTED: 2, PARSED: 3, INDEXED: 4, READY: 5 } as const;
const STAGES = 5;

// The stage that a document has reached; for a failed one, according to its timestamps.
function reached(row: DocumentRow): number {
  if (row.status !== 'FAILED') return REACHED[row.status];
  return row.indexedAt ? 4 : row.parsedAt ? 3 : row.extractedAt ? 2 : 1;
}

function stateWord(row: DocumentRow): string {
  const words = t().evidence;
  const stage = row.status === 'READY' || row.status === 'FAILED' ? null : row.progress?.stage;
  if (!stage) return words.status[row.status];
  const { done = 0, total = 0 } = row.progress ?? {};
  // Extraction counts pages, for an archive files.
  if (stage === 'EXTRACTION' && total > 0) {
    return words.readingUnits(
      words.stage[stage],
      done,
      isArchive(row.fileType) ? words.files(total) : t().units[unitOf(row.fileType)].count(total),
    );
  }
  return words.progress(words.stage[stage], done, total);
}

export function aboutDocument(row: DocumentRow): string {
  const words = t().evidence;
  return [
    row.childCount > 0
      ? words.files(row.childCount)
      : row.pageCount && row.pageCount > 1
        ? t().units[unitOf(row.fileType)].count(row.pageCount)
        : null,
    bytes(row.sizeBytes),
  ]
    .filter(Boolean)
    .join(' · ');
}

// `depth`: the nesting level inside archives. `toggle` opens an archive's files below it. `held`: by a legal hold.
export function NameCell({
  row,
  depth = 0,
  open = false,
  toggle,
  under,
  held = false,
}: {
  row: DocumentRow;
  depth?: number;
  open?: boolean;
  toggle?: (() => void) | undefined;
  under?: string | undefined;
  held?: boolean;
}) {
  const words = t().evidence;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div class={depth > 0 ? 'document-name inside' : 'document-name'}>
      <FileType type={row.fileType} />
      <div class="clip">
        <Link class="clip" href={`/evidence/${row.id}`} title={shownText(row.originalFilename)}>
          <Foreign>{row.originalFilename}</Foreign>
        </Link>
        {row.status === 'FAILED' && (
          <p class="only-phone small missing clip">
            <Foreign>{failureText(row)}</Foreign>
          </p>
        )}
        <p class={`small second clip${row.status === 'FAILED' ? ' hide-phone' : ''}`}>
          {held && (
            <span class="on-hold">
              <Lock size={12} aria-hidden="true" /> {t().keeping.hold.badge} ·{' '}
            </span>
          )}
          {[aboutDocument(row), under].filter(Boolean).join(' · ')}
        </p>
      </div>
      {toggle && (
        <IconButton label={words.showFiles(row.originalFilename)} aria-expanded={open} onClick={toggle}>
          <Chevron size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

export function StageCell({ row }: { row: DocumentRow }) {
  const done = reached(row);
  const { progress } = row;
  return (
    <StageBar
      done={done}
      all={STAGES}
      broken={row.status === 'FAILED'}
      part={progress && progress.total > 0 ? progress.done / progress.total : 0}
      label={t().evidence.stageOf(done, STAGES, stateWord(row))}
    />
  );
}

function FailureWhy({
  row,
  onRetry,
  children,
}: {
  row: DocumentRow;
  onRetry?: (() => void) | undefined;
  children: ComponentChildren;
}) {
  const words = t().evidence;
  return (
    <Why
      title={row.originalFilename}
      reason={failureText(row)}
      {...(onRetry
        ? {
            acts: (close: () => void) => (
              <Button
                look="primary"
                onClick={() => {
                  close();
                  onRetry();
                }}>
                {words.retry}
              </Button>
            ),
          }
        : {})}>
      {children}
    </Why>
  );
}

// `whole`: shows reasons in full, which fits if all rows are failed. `onRetry`: set if reading again can help.
export function StateCell({
  row,
  onRetry,
  whole = false,
}: {
  row: DocumentRow;
  onRetry?: (() => void) | undefined;
  whole?: boolean;
}) {
  const words = t().evidence;
  if (row.status !== 'FAILED') return <>{stateWord(row)}</>;
  const text = (
    <>
      <span class="strong missing">
        {words.status.FAILED}
        <span class="hide-phone">.</span>
      </span>{' '}
      <span class="hide-phone">
        <Foreign>{failureText(row)}</Foreign>
      </span>
    </>
  );
  return (
    <span class="failed-state">
      <Glyph shape="triangle" tone="missing" />
      {whole ? (
        <span class="whole small">{text}</span>
      ) : (
        <FailureWhy row={row} onRetry={onRetry}>
          <span class="clip-2">{text}</span>
        </FailureWhy>
      )}
      {onRetry && (
        <span class="hide-phone">
          <Button small look="quiet" aria-label={words.retryOf(row.originalFilename)} onClick={onRetry}>
            {words.retry}
          </Button>
        </span>
      )}
    </span>
  );
}

export function UseCell({ row }: { row: DocumentRow }) {
  const words = t().evidence;
  return row.citedBy > 0 ? <Link href={`/evidence/${row.id}?show=citations`}>{words.cited(row.citedBy)}</Link> : null;
}
