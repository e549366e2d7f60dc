// SPDX-License-Identifier: Apache-2.0
// What can be done with the documents selected in the list, and the dialogs of it.
import { useState } from 'preact/hooks';
import { currentUser, may } from '../../api/session.ts';
import { Button } from '../../design/controls.tsx';
import { ReleaseDialog } from '../../keeping/release_dialog.tsx';
import { t } from '../../strings/words.ts';
import { DeleteDialog } from './delete_dialog.tsx';
import type { DocumentRow } from './document_cells.tsx';
import { EraseDialog } from './erase_dialog.tsx';
import { HoldDialog } from './hold_dialog.tsx';
import type { useHolds } from './holds.tsx';

type Act = 'delete' | 'erase' | 'hold' | 'release';

// `onGone` gets the ids of the documents that were deleted or erased.
export function SelectionBar({
  selected,
  holds,
  onClear,
  onGone,
}: {
  selected: readonly DocumentRow[];
  holds: ReturnType<typeof useHolds>;
  onClear: () => void;
  onGone: (gone: readonly string[]) => void;
}) {
  const words = t().evidence;
  const { keeping } = t();
  // Of those that were selected when it was asked for: what is gone leaves the selection while the dialog is open.
  const [asked, setAsked] = useState<{ act: Act; rows: readonly DocumentRow[] } | null>(null);
  const close = () => setAsked(null);
  const ask = (act: Act) => () => setAsked({ act, rows: selected });
  const standing = holds.on(selected);
  return (
    <>
      {selected.length > 0 && (
        <div class="note accent sticky-bar" role="group" aria-label={words.selection}>
          <span class="note-text strong">{words.selected(selected.length)}</span>
          <Button small look="quiet" onClick={onClear}>
            {words.clearSelection}
          </Button>
          {may(currentUser(), 'ADMIN') && (
            <>
              {standing.length > 0 && (
                <Button small onClick={ask('release')}>
                  {keeping.release.open}
                </Button>
              )}
              <Button small onClick={ask('hold')}>
                {keeping.hold.open}
              </Button>
              <Button small look="danger" onClick={ask('erase')}>
                {keeping.erase.open}
              </Button>
            </>
          )}
          <Button small look="danger" onClick={ask('delete')}>
            {words.deleteSelected}
          </Button>
        </div>
      )}
      {asked?.act === 'delete' && <DeleteDialog rows={asked.rows} onClose={close} onDone={onGone} />}
      {asked?.act === 'erase' && <EraseDialog rows={asked.rows} onClose={close} onDone={onGone} />}
      {asked?.act === 'hold' && <HoldDialog rows={asked.rows} onClose={close} onDone={holds.reload} />}
      {asked?.act === 'release' && <ReleaseDialog holds={holds.on(asked.rows)} onClose={close} onDone={holds.reload} />}
    </>
  );
}
