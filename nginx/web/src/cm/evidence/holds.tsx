// SPDX-License-Identifier: Apache-2.0
// Legal holds beside documents: which rows of the list they cover, and those of one document in full.
import { useState } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { Button } from '../../design/controls.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { PersonName } from '../../design/person.tsx';
import { type Hold, ReleaseDialog } from '../../keeping/release_dialog.tsx';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';

const MOST = 200; // holds in a request

// The holds that stand, as far as one request tells; only administrators may list them.
export function useHolds() {
  const { data, error, reload } = useResource(may(currentUser(), 'ADMIN') ? '/api/admin/legal-holds' : null, {
    query: { released: false, limit: MOST },
  });
  const holds = data?.legalHolds ?? [];
  return {
    error,
    reload,
    covers: ({ id, parentDocumentId }: DocumentRow) =>
      holds.some(({ documentId }) => documentId === null || documentId === id || documentId === parentDocumentId),
    on: (rows: readonly DocumentRow[]): readonly Hold[] =>
      holds.filter(({ documentId }) => rows.some(({ id }) => id === documentId)),
  };
}

// Says of each hold who set it, when and why.
export function HoldNotes({ row, onReleased }: { row: DocumentRow; onReleased: () => void }) {
  const words = t().keeping;
  const [releasing, setReleasing] = useState<Hold | null>(null);
  return (
    <>
      {row.legalHolds?.map((hold) => (
        <div class="note partial" key={hold.id}>
          <Glyph shape="stop" tone="partial" size={16} />
          <div class="note-text">
            <span class="strong">{words.hold.badge}</span> <Foreign>{hold.reason}</Foreign>
            {hold.documentId === null && <p>{words.hold.everything}</p>}
            {hold.documentId !== null && hold.documentId !== row.id && <p>{words.hold.through}</p>}
            <p class="small second">
              {words.hold.by} <PersonName of={hold.createdBy} /> · <Time at={hold.createdAt} />
            </p>
          </div>
          {hold.documentId === row.id && may(currentUser(), 'ADMIN') && (
            <Button small onClick={() => setReleasing(hold)}>
              {words.release.open}
            </Button>
          )}
        </div>
      ))}
      {releasing && <ReleaseDialog holds={[releasing]} onClose={() => setReleasing(null)} onDone={onReleased} />}
    </>
  );
}
