// SPDX-License-Identifier: Apache-2.0
// Asks for confirmation before deleting documents, and says what is deleted with them and what stays.
import { remove } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';
import { unlessGone, useEach } from './each.ts';
import { EachState } from './each_state.tsx';
import { GoesWith, Named } from './going.tsx';

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
  const each = useEach(rows);
  const busy = each.done !== null;
  const run = async () => {
    const gone = await each.run(({ id }) =>
      unlessGone(remove('/api/documents/{documentId}', { path: { documentId: id } })),
    );
    onDone(gone);
    if (gone.length < rows.length) return;
    toast(words.done(gone.length));
    onClose();
  };
  return (
    <Dialog
      title={words.title(rows.length)}
      onClose={onClose}
      lasting={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t().shell.cancel}
          </Button>
          <Button look="danger" busy={busy} onClick={() => void run()}>
            {words.act(rows.length)}
          </Button>
        </>
      }>
      <Named rows={rows} />
      <GoesWith rows={rows} />
      <p class="second">{words.stays}</p>
      <EachState each={each} label={words.busy} total={rows.length} />
    </Dialog>
  );
}
