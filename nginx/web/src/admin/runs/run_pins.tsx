// SPDX-License-Identifier: Apache-2.0
// The fixed inputs of a run: pack version, corpus, documents, thresholds, evaluator and its calibration,
// encoder, and the hash of its snapshot.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { Foreign, Id } from '../../design/inline.tsx';
import { fraction, number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { nameOf, usePacks } from './run_names.ts';
import { moves } from './run_state.tsx';

type Details = Answer<'/api/admin/runs/{runId}', 'get'>;

// One hash over all documents, equal for equal files; null if the browser has no digest function, which
// it provides only in a secure context.
function useDocumentsHash(hashes: readonly string[]): string | null {
  const text = [...hashes].sort().join('\n');
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    setHash(null);
    if (text === '' || !crypto.subtle) return undefined;
    void crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)).then((digest) => {
      if (!gone) setHash([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
    });
    return () => {
      gone = true;
    };
  }, [text]);
  return hash;
}

function Pin({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

// The documents that could not be searched for evidence, and why.
function NotSearched({ documents }: { documents: Details['pins']['documentsNotSearched'] }) {
  return (
    <ul class="plain-list">
      {documents.map((one) => (
        <li key={one.documentId}>
          <Foreign>{one.originalFilename}</Foreign> <span class="small second">{one.message ?? one.reason}</span>
        </li>
      ))}
    </ul>
  );
}

export function RunPins({ details }: { details: Details }) {
  const words = t().adminRuns;
  const { run, pins } = details;
  const versions = useResource('/api/admin/packs/{packId}/versions', { path: { packId: pins.packId } }).data?.versions;
  const version = versions?.find((one) => one.criteriaVersionId === pins.criteriaVersionId)?.version;
  const hash = useDocumentsHash(pins.documents.map((one) => one.sha256Hash));
  const pack = nameOf(usePacks(), pins.packId);
  const builtin = pins.evaluator === 'builtin';
  return (
    <Card title={words.pins} meta={words.pinsMeta}>
      <dl class="facts">
        <Pin label={words.pin.criteria}>
          {pack && <Foreign>{pack}</Foreign>}{' '}
          {version && (
            <>
              <Foreign>{version}</Foreign>{' '}
            </>
          )}
          <Id value={pins.criteriaVersionId} />
        </Pin>
        <Pin label={words.pin.corpus}>
          {pins.corpusActivationId ? <Id value={pins.corpusActivationId} /> : words.noCorpus}
        </Pin>
        <Pin label={words.pin.documents}>
          {number(pins.documents.length)}{' '}
          {hash && (
            <span title={words.documentsHash}>
              <Id value={hash} />
            </span>
          )}
        </Pin>
        {pins.documentsNotSearched.length > 0 && (
          <Pin label={words.pin.notSearched}>
            <NotSearched documents={pins.documentsNotSearched} />
          </Pin>
        )}
        {pins.documentsNotChosen > 0 && <Pin label={words.pin.notChosen}>{number(pins.documentsNotChosen)}</Pin>}
        <Pin label={words.pin.requirements}>{number(pins.requirements.length)}</Pin>
        <Pin label={words.pin.thresholds}>
          {words.thresholds(fraction(pins.thresholds.complete), fraction(pins.thresholds.partial))}
        </Pin>
        <Pin label={words.pin.similarity}>{words.from(fraction(pins.similarityThreshold))}</Pin>
        <Pin label={words.pin.evaluator}>
          {builtin ? (
            words.builtin
          ) : (
            <>
              {words.llm} <Foreign>{pins.evaluatorModel ?? pins.evaluator}</Foreign>
            </>
          )}{' '}
          {pins.evaluatorVersion && <Id value={pins.evaluatorVersion} whole />}
        </Pin>
        <Pin label={words.pin.calibration}>
          {pins.calibrationVersion === null ? words.noCalibration : words.calibration(pins.calibrationVersion)}
        </Pin>
        <Pin label={words.pin.glossary}>
          {pins.glossaryVersion === null ? words.noGlossary : words.glossary(pins.glossaryVersion)}
        </Pin>
        {pins.expansions.length > 0 && <Pin label={words.pin.phrases}>{words.phrases(pins.expansions.length)}</Pin>}
        <Pin label={words.pin.encoder}>
          <span class="mono">
            <Foreign>{pins.model}</Foreign>
          </span>
        </Pin>
        <Pin label={words.pin.snapshot}>
          {run.snapshotHash ? (
            <>
              {words.captured} <Id value={run.snapshotHash} />
            </>
          ) : moves(run) ? (
            words.notYet
          ) : (
            words.legacy
          )}
        </Pin>
      </dl>
    </Card>
  );
}
