// SPDX-License-Identifier: Apache-2.0
// The cited words, each with its document and page. Marks the citation that the viewer shows.
import { Foreign } from '../../design/inline.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { percent } from '../../strings/format.ts';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';
import type { Place } from '../../viewer/document_viewer.tsx';
import type { InFull } from './assessments.ts';

export interface Cited {
  documentId: string;
  fileName: string;
  fileType: string;
  present: boolean; // the document has not been deleted since
  pageNumber: number;
  pageLabel: string | undefined; // what the document calls the page, if not by its number
  text: string;
  ocrConfidence: number | undefined; // of a scanned page
  place: { startOffset: number; endOffset: number } | null; // offsets in the document's text
}

export function citedOf(full: InFull): readonly Cited[] {
  return full.citations.map((one, index) => {
    const source = full.sources.find(({ documentId }) => documentId === one.documentId);
    return {
      documentId: one.documentId,
      fileName: source?.originalFilename ?? '',
      fileType: source?.fileType ?? '',
      present: source?.present ?? false,
      pageNumber: one.pageNumber,
      pageLabel: one.pageLabel,
      text: one.text,
      ocrConfidence: one.ocrConfidence,
      place: full.places[index] ?? null,
    };
  });
}

// The place for the viewer to show.
export const placeOf = ({ pageNumber, text, place }: Cited): Place => ({
  pageNumber,
  quote: text,
  start: place?.startOffset,
  end: place?.endOffset,
});

export function Citations({ full, cite, onCite }: { full: InFull; cite: number; onCite: (index: number) => void }) {
  const words = t().results;
  const cited = citedOf(full);
  if (cited.length === 0) return full.status === 'FAILED' ? null : <p class="second">{words.noCitations}</p>;
  return (
    <ol class="citations" aria-label={words.citations}>
      {cited.map((one, index) => (
        <li>
          <button
            type="button"
            class="citation"
            aria-current={index === cite ? 'true' : undefined}
            onClick={() => onCite(index)}>
            <span class="citation-head small">
              <span class="cite-mark">{index + 1}</span>
              <span class="clip second">
                <Foreign>{one.fileName}</Foreign>
              </span>
              <span class="second">{placeAt(one.fileType, one.pageNumber, one.pageLabel)}</span>
              {one.ocrConfidence !== undefined && (
                <span class="second">{words.scanned(percent(one.ocrConfidence))}</span>
              )}
              <span class="grow" />
              {one.place ? (
                <span class="status verified">
                  <Glyph shape="tick" tone="complete" size={12} />
                  {words.verified}
                </span>
              ) : (
                <span class="second">{words.gone}</span>
              )}
            </span>
            <span class="quoted">
              “<Foreign>{one.text}</Foreign>”
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
