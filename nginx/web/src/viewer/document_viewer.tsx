// SPDX-License-Identifier: Apache-2.0
// Shows a document at the requested place: a PDF or an image in its original look, drawn by the service if the
// browser cannot, anything else (and what nobody can draw) as its extracted text. Marks the exact words of the place: on the page
// where the service saw them; if it did not keep that, in the PDF's text layer if they are found there; else in
// the extracted text at their offsets.
import { useEffect, useState } from 'preact/hooks';
import { address } from '../api/client.ts';
import { useResource } from '../api/resource.ts';
import type { ApiError } from '../api/transport.ts';
import { ErrorNote, messageOf, Note, Skeleton } from '../design/states.tsx';
import { shownText } from '../design/inline.tsx';
import { announce } from '../design/messages.ts';
import { unitOf } from '../strings/units.ts';
import { t } from '../strings/words.ts';
import { useChunkPlace } from './chunk_place.ts';
import { ImageView } from './image_view.tsx';
import { PdfView, type Zoom } from './pdf_view.tsx';
import type { Place } from './place.ts';
import { SheetView } from './sheet_view.tsx';
import { TextView } from './text_view.tsx';
import { type Mode, ViewerBar } from './viewer_bar.tsx';
import { useWordPlaces } from './word_places.ts';

export type { Place } from './place.ts';

const IMAGES: readonly string[] = ['png', 'jpeg', 'gif', 'bmp', 'webp'];
const DRAWN = 'tiff'; // browsers cannot show it
const PDF_DENSITY = 1.5; // pixels of a drawn PDF page for one of the screen

// Fills the height that it is given. For a chunk, `chunkId` is enough; a citation has its page and words,
// and its offsets if they are known.
export function DocumentViewer({ documentId, ...place }: { documentId: string } & Place) {
  const words = t().viewer;
  const document = useResource('/api/documents/{documentId}', { path: { documentId } });
  const found = useChunkPlace(documentId, place);
  if (document.error?.status === 404) {
    return (
      <div class="viewer-message">
        <Note tone="partial" title={words.deleted}>
          {words.deletedWhy}
        </Note>
        {place.quote && <blockquote dir="auto">{shownText(place.quote)}</blockquote>}
      </div>
    );
  }
  if (document.error)
    return (
      <div class="viewer-message">
        <ErrorNote error={document.error} onRetry={document.reload} />
      </div>
    );
  if (!document.data || found === null) return <div class="viewer-wait">{document.slow && <Skeleton lines={8} />}</div>;
  const { fileType, originalFilename, pageCount, pageLabels } = document.data;
  return (
    <Shown
      key={documentId}
      documentId={documentId}
      name={originalFilename}
      fileType={fileType}
      pageCount={pageCount ?? 0}
      pageLabels={pageLabels ?? []}
      place={found}
    />
  );
}

function Shown({
  documentId,
  name,
  fileType,
  pageCount,
  pageLabels,
  place,
}: {
  documentId: string;
  name: string;
  fileType: string;
  pageCount: number;
  pageLabels: readonly string[]; // what the document calls its pages; none: by their numbers
  place: Place;
}) {
  const words = t().viewer;
  const unit = unitOf(fileType);
  const isImage = IMAGES.includes(fileType) || fileType === DRAWN;
  const isPdf = fileType === 'pdf';
  const looks: Mode[] = isPdf || isImage ? ['original'] : [];
  const modes: Mode[] = pageCount > 0 ? [...looks, 'text'] : looks;
  const quotePage = place.pageNumber ?? 1;
  const places = useWordPlaces(documentId, place, looks.length > 0);
  // A picture has no text to mark words in: without their places, they are marked in what was recognised.
  const begun = place.quote !== undefined && isImage && !places.marks && !places.pending ? modes.at(-1) : modes[0];
  const [chosen, setMode] = useState<Mode | null>(null);
  const asked: Mode = chosen ?? begun ?? 'text';
  const [failed, setFailed] = useState<string | null>(null); // why the original cannot be shown
  const [drawn, setDrawn] = useState(fileType === DRAWN); // by the service, page by page
  const [elsewhere, setElsewhere] = useState(false); // the words are in the extracted text but were not found in the PDF
  const [sought, setSought] = useState(true); // false if the person wants to see the page anyway
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [page, setPage] = useState(quotePage);
  const [goal, setGoal] = useState({ page: quotePage, turn: 0 });
  const mode: Mode = failed !== null || (elsewhere && asked === 'original') ? 'text' : asked;
  const url = drawn
    ? address('/api/documents/{documentId}/pages/{pageNumber}/image', { path: { documentId, pageNumber: goal.page } })
    : address('/api/documents/{documentId}/content', { path: { documentId } });
  const marks = sought ? places.marks : null;

  // Resets the view when the place in the document changes.
  const key = `${place.chunkId} ${place.pageNumber} ${place.start} ${place.end} ${place.quote}`;
  useEffect(() => {
    setElsewhere(false);
    setSought(true);
    setPage(quotePage);
    setGoal(({ turn }) => ({ page: quotePage, turn: turn + 1 }));
  }, [key, quotePage]);
  const onMarked = (there: boolean) => {
    if (there) announce(t().units[unit].marked(quotePage));
    else if (place.quote !== undefined && mode === 'original' && pageCount > 0) setElsewhere(true);
  };
  const onFailed = (error: ApiError | null) => {
    if (!error && !drawn && pageCount > 0) setDrawn(true);
    else setFailed(error ? messageOf(error) : words.unreadable);
  };
  const onMode = (to: Mode) => {
    setSought(to === 'text' || !elsewhere);
    setElsewhere(false);
    setFailed(null);
    setMode(to);
    setGoal(({ turn }) => ({ page, turn: turn + 1 }));
  };
  const onGo = (to: number) => {
    setPage(to);
    setGoal(({ turn }) => ({ page: to, turn: turn + 1 }));
  };
  const quote = sought ? (place.quote ?? null) : null;
  return (
    <div class="viewer">
      <ViewerBar
        unit={unit}
        page={Math.min(page, Math.max(1, pageCount))}
        pages={pageCount}
        label={pageLabels[page - 1]}
        onGo={onGo}
        zoom={zoom}
        onZoom={mode === 'original' ? setZoom : null}
        mode={mode}
        modes={modes}
        onMode={onMode}
      />
      {elsewhere && asked === 'original' && <p class="viewer-note small">{words.elsewhere}</p>}
      {failed !== null && (
        <p class="viewer-note small" role="alert">
          {failed} {modes.includes('text') && words.asText}
        </p>
      )}
      {mode === 'original' && isPdf && !drawn ? (
        <PdfView
          url={url}
          name={name}
          page={goal.page}
          turn={goal.turn}
          zoom={zoom}
          quote={places.pending ? null : quote}
          marks={marks}
          quotePage={quotePage}
          expected={places.expected}
          onPage={setPage}
          onMarked={onMarked}
          onFailed={onFailed}
        />
      ) : mode === 'original' ? (
        <ImageView
          url={url}
          name={name}
          zoom={zoom}
          density={isPdf ? PDF_DENSITY : 1}
          marks={drawn && goal.page !== quotePage ? null : marks}
          ratio={places.ratio}
          onMarked={onMarked}
          onFailed={onFailed}
        />
      ) : pageCount > 0 && unit === 'sheet' ? (
        <SheetView
          documentId={documentId}
          name={name}
          pageCount={pageCount}
          place={place}
          page={goal.page}
          turn={goal.turn}
          onGo={onGo}
          onMarked={onMarked}
        />
      ) : pageCount > 0 ? (
        <TextView
          documentId={documentId}
          name={name}
          unit={unit}
          pageCount={pageCount}
          place={place}
          page={goal.page}
          turn={goal.turn}
          onPage={setPage}
          onMarked={onMarked}
        />
      ) : (
        <div class="viewer-message second">{words.nothing}</div>
      )}
    </div>
  );
}
