// SPDX-License-Identifier: Apache-2.0
// The evidence beside the judgement: the cited document at the cited words, with buttons for the next and
// the previous citation.
import { ChevronLeft, ChevronRight } from 'lucide-preact';
import { IconButton } from '../../design/controls.tsx';
import { t } from '../../strings/words.ts';
import { DocumentViewer } from '../../viewer/document_viewer.tsx';
import { type Cited, placeOf } from './citations.tsx';

// The position among the citations, with buttons to move.
export function CitationSteps({
  count,
  cite,
  onCite,
}: {
  count: number;
  cite: number;
  onCite: (index: number) => void;
}) {
  const words = t().results;
  if (count === 0) return null;
  return (
    <span class="citation-steps">
      <span class="small second">{words.citationOf(cite + 1, count)}</span>
      <IconButton
        label={words.previousCitation}
        aria-keyshortcuts="Shift+C"
        disabled={count < 2}
        onClick={() => onCite((cite + count - 1) % count)}>
        <ChevronLeft size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={words.nextCitation}
        aria-keyshortcuts="C"
        disabled={count < 2}
        onClick={() => onCite((cite + 1) % count)}>
        <ChevronRight size={18} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function EvidencePane({ cited, cite }: { cited: readonly Cited[]; cite: number }) {
  const one = cited[cite];
  if (!one) return <p class="second card-body">{t().results.noEvidence}</p>;
  return <DocumentViewer documentId={one.documentId} {...placeOf(one)} />;
}
