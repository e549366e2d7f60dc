// SPDX-License-Identifier: Apache-2.0
// Asks for confirmation before deleting documents, and says what is deleted with them and what stays.
import { useEffect, useState } from 'preact/hooks';
import { type Answer, ApiError, get, remove } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Progress } from '../../design/measures.tsx';
import { toast } from '../../design/messages.ts';
import { messageOf, Note } from '../../design/states.tsx';
import { bytes } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';

const AT_ONCE = 4;
const NAMED = 6;

type Going = Answer<'/api/deletion-preview', 'get'>;

const NOTHING: Going = { documents: 0, chunks: 0, sizeBytes: 0, citedBy: 0 };
const ASKED = 150; // identifiers in a request

// The service's count of what is deleted with the documents; null until known.
function useGoing(opened: readonly DocumentRow[]): Going | null {
  const [rows] = useState(opened); // the service is asked once
  const [going, setGoing] = useState<Going | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      let all = NOTHING;
      for (let from = 0; from < rows.length; from += ASKED) {
        const documentIds = rows
          .slice(from, from + ASKED)
          .map(({ id }) => id)
          .join();
        const some = await get('/api/deletion-preview', { query: { documentIds }, signal: ended.signal });
        all = {
          documents: all.documents + some.documents,
          chunks: all.chunks + some.chunks,
          sizeBytes: all.sizeBytes + some.sizeBytes,
          citedBy: Math.max(all.citedBy, some.citedBy),
        };
      }
      setGoing(all);
    };
    ask().catch((error: unknown) => {
      if (!ended.signal.aborted && !(error instanceof ApiError)) throw error; // deletion also works without the count
    });
    return () => ended.abort();
  }, [rows]);
  return going;
}

// Calls `onDone` with the ids of the deleted documents.
export function DeleteDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly DocumentRow[];
  onClose: () => void;
  onDone: (gone: readonly string[]) => void;
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
          if (error.status === 404)
            gone.push(row.id); // with its archive, or by somebody else
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
    <Dialog
      title={words.title(rows.length)}
      onClose={onClose}
      lasting={done !== null}
      footer={
        <>
          <Button onClick={onClose} disabled={done !== null}>
            {t().shell.cancel}
          </Button>
          <Button look="danger" busy={done !== null} onClick={() => void run()}>
            {words.act(rows.length)}
          </Button>
        </>
      }>
      {rows.length === 1 && first ? (
        <p class="strong">
          <Foreign>{first.originalFilename}</Foreign>
        </p>
      ) : (
        <ul class="plain-list">
          {rows.slice(0, NAMED).map((row) => (
            <li class="clip" key={row.id}>
              <Foreign>{row.originalFilename}</Foreign>
            </li>
          ))}
          {rows.length > NAMED && <li class="second">{words.others(rows.length - NAMED)}</li>}
        </ul>
      )}
      <p aria-live="polite">
        {going ? words.goes(going.documents, going.chunks, bytes(going.sizeBytes)) : words.counting}
      </p>
      {going && going.citedBy > 0 && <Note tone="partial">{words.cited(going.citedBy, going.documents)}</Note>}
      <p class="second">{words.stays}</p>
      {done !== null && <Progress label={words.busy} value={done} total={rows.length} />}
      {failed.map(({ row, why }) => (
        <Note tone="missing" title={row.originalFilename} key={row.id}>
          {why}
        </Note>
      ))}
    </Dialog>
  );
}
