// SPDX-License-Identifier: Apache-2.0
// The facts about a document: type, size, hash, origin and processing times.
import { Link } from 'wouter-preact';
import { useResource } from '../../api/resource.ts';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { PersonName } from '../../design/person.tsx';
import { bytes, duration, number, percent } from '../../strings/format.ts';
import { unitOf } from '../../strings/units.ts';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';
import { type OpenFact, SaidFacts } from './said_facts.tsx';

export function DocumentFacts({ row, onOpen }: { row: DocumentRow; onOpen: OpenFact }) {
  const words = t().evidence.facts;
  const archive = useResource(row.parentDocumentId ? '/api/documents/{documentId}' : null, {
    path: { documentId: row.parentDocumentId ?? '' },
  });
  const read = useResource(row.status === 'READY' ? '/api/documents/{documentId}' : null, {
    path: { documentId: row.id },
  }).data;
  const pictures = read?.pictures;
  const facts = read?.facts ?? [];
  const ended = row.readyAt ?? row.failedAt;
  const stages = [
    [words.uploaded, row.uploadedAt],
    [words.extracted, row.extractedAt],
    [words.parsed, row.parsedAt],
    [words.indexed, row.indexedAt],
    [words.ready, row.readyAt],
    [words.failed, row.failedAt],
  ] as const;
  const file = (
    <dl class="facts">
      <div>
        <dt>{words.type}</dt>
        <dd>
          {row.fileType.toUpperCase()} <span class="small second">{row.contentType}</span>
        </dd>
      </div>
      <div>
        <dt>{words.size}</dt>
        <dd>
          {bytes(row.sizeBytes)}{' '}
          {row.sizeBytes >= 1000 && <span class="small second">{words.exactly(number(row.sizeBytes))}</span>}
        </dd>
      </div>
      {row.pageCount !== null && row.pageCount > 0 && (
        <div>
          <dt>{t().units[unitOf(row.fileType)].many}</dt>
          <dd>{number(row.pageCount)}</dd>
        </div>
      )}
      {pictures && pictures.ocrPages > 0 && (
        <div>
          <dt>{words.scanned}</dt>
          <dd>{words.scannedOf(number(pictures.ocrPages), percent(pictures.ocrConfidence ?? 0))}</dd>
        </div>
      )}
      {pictures && pictures.pagesWithoutText.length > 0 && (
        <div>
          <dt>{words.withoutText}</dt>
          <dd>{pictures.pagesWithoutText.join(', ')}</dd>
        </div>
      )}
      {row.chunkCount !== null && row.chunkCount > 0 && (
        <div>
          <dt>{words.chunks}</dt>
          <dd>{number(row.chunkCount)}</dd>
        </div>
      )}
      {row.childCount > 0 && (
        <div>
          <dt>{words.files}</dt>
          <dd>{number(row.childCount)}</dd>
        </div>
      )}
      {archive.data && (
        <div>
          <dt>{words.archive}</dt>
          <dd>
            <Link href={`/evidence/${archive.data.id}`}>
              <Foreign>{archive.data.originalFilename}</Foreign>
            </Link>
          </dd>
        </div>
      )}
      {row.uploadedBy && (
        <div>
          <dt>{words.by}</dt>
          <dd>
            <PersonName of={row.uploadedBy} />
          </dd>
        </div>
      )}
      {stages.map(
        ([label, at]) =>
          at && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Time at={at} />
              </dd>
            </div>
          ),
      )}
      {ended && (
        <div>
          <dt>{words.took}</dt>
          <dd>{duration(Math.max(0, Date.parse(ended) - Date.parse(row.uploadedAt)))}</dd>
        </div>
      )}
      {row.readerVersion !== null && (
        <div>
          <dt>{words.reader}</dt>
          <dd>{words.readerVersion(row.readerVersion)}</dd>
        </div>
      )}
      <div>
        <dt>{words.hash}</dt>
        <dd>
          <Id value={row.sha256Hash} whole />
        </dd>
      </div>
      <div>
        <dt>{words.id}</dt>
        <dd>
          <Id value={row.id} whole />
        </dd>
      </div>
    </dl>
  );
  return (
    <div class="stack">
      {facts.length > 0 && (
        <SaidFacts facts={facts} fileType={row.fileType} pageLabels={row.pageLabels ?? []} onOpen={onOpen} />
      )}
      {file}
    </div>
  );
}
