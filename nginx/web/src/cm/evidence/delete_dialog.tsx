// SPDX-License-Identifier: Apache-2.0
// Asks before documents are deleted, and says what goes with them and what stays.
import { useState } from 'preact/hooks';
import { ApiError, remove } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Progress } from '../../design/measures.tsx';
import { messageOf, Note } from '../../design/states.tsx';
import { toast } from '../../shell/messages.ts';
import { bytes } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';

const AT_ONCE = 4;
const NAMED = 6;

// What goes with one document, as the service counts it; of many, as their rows say.
function useGoing(rows: readonly DocumentRow[]) {
  const only = rows.length === 1 ? rows[0] : undefined;
  const one = useResource(only ? '/api/documents/{documentId}/citations' : null, { path: { documentId: only?.id ?? '' }, query: { limit: 1 } });
  if (one.data) return { ...one.data.goesWith, cited: one.data.total };
  const sum = (of: (row: DocumentRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    documents: sum((row) => 1 + row.childCount), chunks: sum((row) => row.chunkCount ?? 0),
    sizeBytes: sum((row) => row.sizeBytes), cited: sum((row) => row.citedBy),
  };
}

// `onDone` is told which are gone.
export function DeleteDialog({ rows, onClose, onDone }: {
  rows: readonly DocumentRow[]; onClose: () => void; onDone: (gone: readonly string[]) => void;
}) {
  const words = t().evidence.remove;
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly { row: DocumentRow; why: string }[]>([]);
  const going = useGoing(rows);
  const first = rows[0];

  const run = async () => {
    setFailed([]);
    setDone(0);
    const gone: string[] = [];
    const kept: { row: DocumentRow; why: string }[] = [];
    const left = [...rows];
    const work = async () => {
      for (let row = left.shift(); row; row = left.shift()) {
        try {
          await remove('/api/documents/{documentId}', { path: { documentId: row.id } });
          gone.push(row.id);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.status === 404) gone.push(row.id); // with its archive, or by somebody else
          else kept.push({ row, why: messageOf(error) });
        }
        setDone(gone.length + kept.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setDone(null);
    setFailed(kept);
    onDone(gone);
    if (kept.length === 0) {
      toast(words.done(gone.length));
      onClose();
    }
  };
  return (
    <Dialog title={words.title(rows.length)} onClose={onClose} lasting={done !== null} footer={
      <>
        <Button onClick={onClose} disabled={done !== null}>{t().shell.cancel}</Button>
        <Button look="danger" busy={done !== null} onClick={() => void run()}>{words.act(rows.length)}</Button>
      </>
    }>
      {rows.length === 1 && first ? <p class="strong"><Foreign>{first.originalFilename}</Foreign></p>
        : <ul class="plain-list">{rows.slice(0, NAMED).map((row) => <li class="clip" key={row.id}><Foreign>{row.originalFilename}</Foreign></li>)}
          {rows.length > NAMED && <li class="second">{words.others(rows.length - NAMED)}</li>}</ul>}
      <p>{words.goes(going.documents, going.chunks, bytes(going.sizeBytes))}</p>
      {going.cited > 0 && <Note tone="partial">{words.cited(going.cited)}</Note>}
      <p class="second">{words.stays}</p>
      {done !== null && <Progress label={words.busy} value={done} total={rows.length} />}
      {failed.map(({ row, why }) => <Note tone="missing" title={row.originalFilename} key={row.id}>{why}</Note>)}
    </Dialog>
  );
}
