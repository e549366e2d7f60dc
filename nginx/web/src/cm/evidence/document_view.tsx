// SPDX-License-Identifier: Apache-2.0
// One document, shown at the place that the address names, and beside it its chunks, citations and facts.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { Download, Eraser, Lock, RotateCw, Trash2 } from 'lucide-preact';
import { address, post } from '../../api/client.ts';
import { download } from '../../api/files.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { FailureText, retryHelps } from '../../design/failure.tsx';
import { shownText } from '../../design/inline.tsx';
import { Menu } from '../../design/menu.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Note, NotYet, toastError } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { recount } from '../../shell/counts.ts';
import type { ViewProps } from '../../shell/route.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { DocumentViewer } from '../../viewer/document_viewer.tsx';
import { ArchiveTable } from './archive_table.tsx';
import { ChunkList } from './chunk_list.tsx';
import { CitationList } from './citation_list.tsx';
import { DeleteDialog } from './delete_dialog.tsx';
import { aboutDocument, type DocumentRow, StageCell, StateCell } from './document_cells.tsx';
import { DocumentFacts } from './document_facts.tsx';
import { placeIn } from './document_place.ts';
import { EraseDialog } from './erase_dialog.tsx';
import { HoldDialog } from './hold_dialog.tsx';
import { HoldNotes } from './holds.tsx';
import { Members } from './members.tsx';
import { Tombstone } from './tombstone.tsx';

const LOOK_EVERY = 1000; // ms, while the document is being read
const PARTS = ['chunks', 'files', 'citations', 'facts'] as const;

// An archive has files and no text of its own; an e-mail message may have both.
const isArchive = ({ childCount, members, pageCount }: DocumentRow) =>
  (childCount > 0 || (members ?? []).length > 0) && !pageCount;

const moves = (status: DocumentRow['status']) => status !== 'READY' && status !== 'FAILED';

const rereads = ({ rereading }: DocumentRow) => rereading !== undefined && rereading.status !== 'FAILED';

// Loads the document and polls it while it is being read.
function useDocument(documentId: string) {
  const document = useResource('/api/documents/{documentId}', { path: { documentId } }, (read) =>
    moves(read.status) || rereads(read) ? LOOK_EVERY * 4 : null,
  );
  const moving = document.data !== undefined && moves(document.data.status);
  const status = useResource(
    moving ? '/api/documents/{documentId}/status' : null,
    { path: { documentId } },
    (progress) => {
      if (moves(progress.status)) return LOOK_EVERY;
      document.reload();
      return null;
    },
  );
  const row: DocumentRow | undefined = document.data && moving ? { ...document.data, ...status.data } : document.data;
  return { row, document };
}

function Aside({ row }: { row: DocumentRow }) {
  const words = t().evidence;
  const query = useQuery();
  const archive = isArchive(row);
  const members = row.members ?? [];
  const part = oneOf(query.get('show'), PARTS, archive ? 'facts' : 'chunks');
  const place = placeIn(query);
  const go = (changes: Readonly<Record<string, string | null>>) =>
    query.set({ page: null, start: null, end: null, quote: null, chunk: null, ...changes });
  const tabs = [
    ...(archive ? [] : [{ key: 'chunks' as const, label: words.chunkTab, count: number(row.chunkCount ?? 0) }]),
    ...(archive || members.length === 0
      ? []
      : [{ key: 'files' as const, label: words.fileTab, count: number(members.length) }]),
    {
      key: 'citations' as const,
      label: words.citationTab,
      ...(archive ? {} : { count: number(row.citedBy) }),
    },
    { key: 'facts' as const, label: words.factTab },
  ];
  return (
    <aside class="card document-aside" aria-label={words.about}>
      <Tabs label={words.about} tabs={tabs} current={part} onChange={(show) => query.set({ show })}>
        {part === 'chunks' ? (
          <ChunkList
            documentId={row.id}
            fileType={row.fileType}
            pageLabels={row.pageLabels ?? []}
            total={row.chunkCount ?? 0}
            current={place.chunkId}
            onPick={(chunk) => go({ chunk: chunk.id, page: String(chunk.pageNumber) })}
          />
        ) : part === 'files' ? (
          <Members archiveId={row.id} members={members} />
        ) : part === 'citations' ? (
          <CitationList
            documentId={row.id}
            fileType={row.fileType}
            current={place.quote}
            onPick={({ text, pageNumber, documentId }) =>
              documentId === row.id
                ? go({ quote: text, page: String(pageNumber) })
                : navigate(
                    `/cm/evidence/${documentId}?${new URLSearchParams({ quote: text, page: String(pageNumber), show: 'citations' })}`,
                  )
            }
          />
        ) : (
          <DocumentFacts
            row={row}
            onOpen={({ pageNumber, startOffset, endOffset, text }) =>
              go({ page: String(pageNumber), start: String(startOffset), end: String(endOffset), quote: text })
            }
          />
        )}
      </Tabs>
    </aside>
  );
}

export default function DocumentView({ params }: ViewProps) {
  const words = t().evidence;
  const documentId = params.documentId ?? '';
  const { row, document } = useDocument(documentId);
  const query = useQuery();
  const user = currentUser();
  const [asking, setAsking] = useState<'delete' | 'erase' | 'hold' | null>(null);
  const [erased, setErased] = useState<string | null>(null); // the document that was just erased here
  const { busy, run } = useWrite(toastError);
  const missing = document.error?.status === 404 ? document.error : null;
  if (missing || erased === documentId)
    return <Tombstone documentId={documentId} tenantId={row?.tenantId} missing={missing} />;
  if (!row) return <NotYet of={document} />;
  const members = row.members ?? [];
  const { keeping } = t();
  const close = () => setAsking(null);

  const save = () =>
    run(() => download(address('/api/documents/{documentId}/content', { path: { documentId } }), row.originalFilename));
  const retry = () =>
    run(async () => {
      await post('/api/documents/{documentId}/retry', { path: { documentId } });
      document.reload();
    });
  const reread = () =>
    run(async () => {
      await post('/api/documents/{documentId}/reread', { path: { documentId } });
      document.reload();
    });
  const mayDelete = may(user, 'ADMIN') || (may(user, 'MEMBER') && row.uploadedBy === user.id);
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <>
      <PageHead
        title={shownText(row.originalFilename)}
        summary={[row.fileType.toUpperCase(), aboutDocument(row), words.status[row.status]].join(' · ')}
        acts={
          <>
            {mayDelete && (
              <Button look="danger" icon={<Trash2 {...icon} />} onClick={() => setAsking('delete')}>
                {words.remove.open}
              </Button>
            )}
            {row.status === 'FAILED' && retryHelps(row) && may(user, 'MEMBER') && (
              <Button icon={<RotateCw {...icon} />} busy={busy} onClick={retry}>
                {words.retry}
              </Button>
            )}
            {row.status === 'READY' && Boolean(row.chunkCount) && !rereads(row) && may(user, 'ADMIN') && (
              <Button icon={<RotateCw {...icon} />} busy={busy} onClick={reread}>
                {words.reread.open}
              </Button>
            )}
            {may(user, 'ADMIN') && (
              <Menu
                label={keeping.more}
                look="button plain"
                button={<span>{keeping.more}</span>}
                items={[
                  { kind: 'act', label: keeping.hold.open, icon: <Lock {...icon} />, run: () => setAsking('hold') },
                  { kind: 'act', label: keeping.erase.open, icon: <Eraser {...icon} />, run: () => setAsking('erase') },
                ]}
              />
            )}
            <Button look="primary" icon={<Download {...icon} />} busy={busy} onClick={save}>
              {words.download}
            </Button>
          </>
        }
      />
      <HoldNotes row={row} onReleased={document.reload} />
      {row.status === 'FAILED' && (
        <Note tone="missing" title={`${words.status.FAILED}.`}>
          <FailureText of={row} />
        </Note>
      )}
      {row.rereading && (
        <Note
          tone={row.rereading.failureReason ? 'partial' : 'accent'}
          title={row.rereading.failureReason ? words.reread.failed : words.reread.waits}>
          {row.rereading.failureReason}
        </Note>
      )}
      {moves(row.status) && (
        <div class="card document-progress">
          <StageCell row={row} />
          <p class="second">
            <StateCell row={row} />
          </p>
        </div>
      )}
      <div class="split">
        {isArchive(row) ? (
          <div class="stack">
            {row.childCount > 0 && <ArchiveTable archiveId={documentId} />}
            {members.length > 0 && <Members archiveId={documentId} members={members} />}
          </div>
        ) : (
          <section class="card document-pane" aria-label={words.itself}>
            <DocumentViewer key={row.status} documentId={documentId} {...placeIn(query)} />
          </section>
        )}
        <Aside row={row} />
      </div>
      {asking === 'delete' && (
        <DeleteDialog
          rows={[row]}
          onClose={close}
          onDone={(gone) => {
            if (gone.length > 0) navigate('/cm/evidence', { replace: true });
          }}
        />
      )}
      {asking === 'erase' && (
        <EraseDialog
          rows={[row]}
          onClose={close}
          onDone={(gone) => {
            if (gone.length === 0) return;
            setErased(documentId);
            recount();
          }}
        />
      )}
      {asking === 'hold' && <HoldDialog rows={[row]} onClose={close} onDone={document.reload} />}
    </>
  );
}
