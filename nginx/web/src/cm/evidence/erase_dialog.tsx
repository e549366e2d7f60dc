// SPDX-License-Identifier: Apache-2.0
// Asks for a reason and a typed word before documents are erased for good, and says what goes, what stays and which runs
// quote them.
import { useState } from 'preact/hooks';
import { post } from '../../api/client.ts';
import { TextField } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { ReasonField } from '../../keeping/reason_field.tsx';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';
import { unlessGone, useEach } from './each.ts';
import { EachState } from './each_state.tsx';
import { GoesWith, Named } from './going.tsx';
import { QuotingRuns } from './quoting_runs.tsx';

// Calls `onDone` with the ids of the erased documents.
export function EraseDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly DocumentRow[];
  onClose: () => void;
  onDone: (gone: readonly string[]) => void;
}) {
  const words = t().keeping;
  const its = words.erase;
  // Files whose archive is among them go with it, and are refused alone.
  const ids = new Set(rows.map(({ id }) => id));
  const withArchive = rows.filter(({ parentDocumentId }) => parentDocumentId !== null && ids.has(parentDocumentId));
  const alone = rows.filter((row) => !withArchive.includes(row));
  const each = useEach(alone);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const erase = async () => {
    const gone = await each.run(({ id }) =>
      unlessGone(
        post('/api/documents/{documentId}/erasure', { path: { documentId: id }, body: { reason: reason.trim() } }),
      ),
    );
    const all = gone.length === alone.length;
    onDone(all ? [...ids] : gone);
    if (!all) return;
    toast(its.done(rows.length));
    onClose();
  };
  return (
    <FormDialog
      title={its.title(rows.length)}
      act={its.act}
      busy={each.done !== null}
      disabled={reason.trim() === '' || typed.trim().toLowerCase() !== its.word}
      danger
      lasting
      onSubmit={() => void erase()}
      onClose={onClose}>
      <Named rows={rows} />
      <GoesWith rows={rows} />
      <dl class="facts">
        <div>
          <dt>{its.goes}</dt>
          <dd>{its.goesWhat}</dd>
        </div>
        <div>
          <dt>{its.stays}</dt>
          <dd>{its.staysWhat}</dd>
        </div>
      </dl>
      <QuotingRuns rows={rows} />
      <ReasonField hint={its.reasonHint} value={reason} onValue={setReason} />
      <TextField
        label={its.confirm(its.word)}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={typed}
        onValue={setTyped}
      />
      <EachState each={each} label={its.busy} total={alone.length} />
    </FormDialog>
  );
}
