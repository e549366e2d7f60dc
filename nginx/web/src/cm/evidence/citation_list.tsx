// SPDX-License-Identifier: Apache-2.0
// The citations of a document in current results: each requirement with the cited words. Pressing a
// citation shows its place.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Status } from '../../design/glyph.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';

type Citation = Schemas['Citation'];

export function CitationList({
  documentId,
  fileType,
  current,
  onPick,
}: {
  documentId: string;
  fileType: string;
  current: string | undefined;
  onPick: (citation: Citation) => void;
}) {
  const words = t().evidence;
  const list = useList('/api/documents/{documentId}/citations', 'citations', { path: { documentId } });
  if (list.error) return <ErrorNote error={list.error} onRetry={list.reload} />;
  if (list.total === undefined) return list.slow ? <Skeleton lines={6} /> : null;
  if (list.total === 0) return <p class="second">{words.notCited}</p>;
  return (
    <>
      <ul class="chunk-list">
        {list.items.map((assessment) => (
          <li key={assessment.id} class="citing">
            <p>
              <Status status={assessment.status} />{' '}
              <Link href={`/runs/${assessment.runId}/results?at=${encodeURIComponent(assessment.requirementId)}`}>
                <code>{assessment.requirementId}</code>
              </Link>
            </p>
            <p class="small second" dir="auto">
              {assessment.requirement.title}
            </p>
            {assessment.citations.map((citation) => (
              <button
                type="button"
                class="chunk"
                aria-current={citation.text === current ? 'true' : undefined}
                onClick={() => onPick(citation)}>
                <span class="small second">{placeAt(fileType, citation.pageNumber, citation.pageLabel)}</span>
                <span class="passage clip-5 pre" dir="auto">
                  <Foreign>{citation.text}</Foreign>
                </span>
              </button>
            ))}
          </li>
        ))}
      </ul>
      {!list.ended && <Button onClick={list.more}>{t().evidence.moreCitations}</Button>}
    </>
  );
}
