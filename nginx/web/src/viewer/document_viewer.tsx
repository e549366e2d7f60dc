// SPDX-License-Identifier: Apache-2.0
// Shows a document at the requested place: a PDF or an image in its original look, anything else (and any
// PDF or image that cannot be shown) as its extracted text. Marks the exact words of the place: in the
// PDF's text layer if they are found there, else in the extracted text at their offsets.
import { useEffect, useState } from 'preact/hooks';
import { address, get } from '../api/client.ts';
import { useResource } from '../api/resource.ts';
import { ApiError } from '../api/transport.ts';
import { ErrorNote, messageOf, Note, Skeleton } from '../design/states.tsx';
import { shownText } from '../design/inline.tsx';
import { announce } from '../design/messages.ts';
import { unitOf } from '../strings/units.ts';
import { t } from '../strings/words.ts';
import { ImageView } from './image_view.tsx';
import { PdfView, type Zoom } from './pdf_view.tsx';
import { type Place, TextView } from './text_view.tsx';
import { type Mode, ViewerBar } from './viewer_bar.tsx';

export type { Place } from './text_view.tsx';

const IMAGES: readonly string[] = ['png', 'jpeg', 'gif', 'bmp', 'webp'];

// Fills the height that it is given. For a chunk, `chunkId` is enough; a citation has its page and words,
// and its offsets if they are known.
export function DocumentViewer({ documentId, ...place }: { documentId: string } & Place) {
  const words = t().viewer;
  const document = useResource('/api/documents/{documentId}', { path: { documentId } });
  const found = usePlace(documentId, place);
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
  const { fileType, originalFilename, pageCount } = document.data;
  return (
    <Shown
      key={documentId}
      documentId={documentId}
      name={originalFilename}
      fileType={fileType}
      pageCount={pageCount ?? 0}
      place={found}
    />
  );
}

// The chunk, also one that was replaced when the document was read again.
async function findChunk(documentId: string, chunkId: string, signal: AbortSignal) {
  try {
    return await get('/api/documents/{documentId}/chunks/{chunkId}', { path: { documentId, chunkId }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

// Looks up a place given only as a chunk; null until it is found. A chunk that is not found leaves the place as it is.
function usePlace(documentId: string, place: Place): Place | null {
  const named = place.quote === undefined && place.start === undefined ? place.chunkId : undefined;
  const [held, setHeld] = useState<{ chunkId: string; place: Place | null } | null>(null);
  useEffect(() => {
    if (named === undefined) return undefined;
    const ended = new AbortController();
    findChunk(documentId, named, ended.signal).then(
      (chunk) =>
        setHeld({
          chunkId: named,
          place: chunk
            ? {
                chunkId: named,
                pageNumber: chunk.pageNumber,
                quote: chunk.content,
                // Offsets of a replaced chunk are not those of the text: its words are looked for.
                ...(chunk.replaced ? {} : { start: chunk.startOffset, end: chunk.endOffset }),
              }
            : null,
        }),
      (error: unknown) => {
        if (!ended.signal.aborted && error instanceof ApiError) setHeld({ chunkId: named, place: null });
      },
    );
    return () => ended.abort();
  }, [documentId, named]);
  if (named === undefined) return place;
  return held?.chunkId === named ? (held.place ?? place) : null;
}

function Shown({
  documentId,
  name,
  fileType,
  pageCount,
  place,
}: {
  documentId: string;
  name: string;
  fileType: string;
  pageCount: number;
  place: Place;
}) {
  const words = t().viewer;
  const unit = unitOf(fileType);
  const looks: Mode[] = fileType === 'pdf' || IMAGES.includes(fileType) ? ['original'] : [];
  const modes: Mode[] = pageCount > 0 ? [...looks, 'text'] : looks;
  const quotePage = place.pageNumber ?? 1;
  // A picture has no text to mark words in: they are marked in what was recognised.
  const begun: Mode | undefined = place.quote && IMAGES.includes(fileType) ? modes.at(-1) : modes[0];
  const [asked, setMode] = useState<Mode>(begun ?? 'text');
  const [failed, setFailed] = useState<string | null>(null); // why the original cannot be shown
  const [elsewhere, setElsewhere] = useState(false); // the words are in the extracted text but were not found in the PDF
  const [sought, setSought] = useState(true); // false if the person wants to see the page anyway
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [page, setPage] = useState(quotePage);
  const [goal, setGoal] = useState({ page: quotePage, turn: 0 });
  const [expected, setExpected] = useState(0);
  const mode: Mode = failed !== null || (elsewhere && asked === 'original') ? 'text' : asked;
  const url = address('/api/documents/{documentId}/content', { path: { documentId } });

  // Resets the view when the place in the document changes.
  const key = `${place.chunkId} ${place.pageNumber} ${place.start} ${place.end} ${place.quote}`;
  useEffect(() => {
    setElsewhere(false);
    setSought(true);
    setPage(quotePage);
    setGoal(({ turn }) => ({ page: quotePage, turn: turn + 1 }));
  }, [key, quotePage]);
  // Where on the page the words stand, as a share of its text; they may occur more than once.
  const text = useResource(
    fileType === 'pdf' && place.quote !== undefined && place.start !== undefined && pageCount > 0
      ? '/api/documents/{documentId}/pages/{pageNumber}'
      : null,
    { path: { documentId, pageNumber: quotePage } },
  );
  const offset =
    text.data && place.start !== undefined && text.data.text.length > 0
      ? (place.start - text.data.startOffset) / text.data.text.length
      : 0;
  useEffect(() => setExpected(offset), [offset]);

  const onMarked = (there: boolean) => {
    if (there) announce(t().units[unit].marked(quotePage));
    else if (place.quote !== undefined && mode === 'original' && pageCount > 0) setElsewhere(true);
  };
  const onFailed = (error: ApiError | null) => setFailed(error ? messageOf(error) : words.unreadable);
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
  const isPdf = fileType === 'pdf';
  const quote = sought ? (place.quote ?? null) : null;
  return (
    <div class="viewer">
      <ViewerBar
        unit={unit}
        page={Math.min(page, Math.max(1, pageCount))}
        pages={pageCount}
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
      {mode === 'original' && isPdf ? (
        <PdfView
          url={url}
          name={name}
          page={goal.page}
          turn={goal.turn}
          zoom={zoom}
          quote={quote}
          quotePage={quotePage}
          expected={expected}
          onPage={setPage}
          onMarked={onMarked}
          onFailed={onFailed}
        />
      ) : mode === 'original' ? (
        <ImageView url={url} name={name} zoom={zoom} onFailed={onFailed} />
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
