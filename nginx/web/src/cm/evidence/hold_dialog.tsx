// SPDX-License-Identifier: Apache-2.0
// Asks for the reason before documents are placed on hold.
import { useState } from 'preact/hooks';
import { post } from '../../api/client.ts';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { ReasonField } from '../../keeping/reason_field.tsx';
import { t } from '../../strings/words.ts';
import type { DocumentRow } from './document_cells.tsx';
import { useEach } from './each.ts';
import { EachState } from './each_state.tsx';
import { Named } from './going.tsx';

export function HoldDialog({
  rows: opened,
  onClose,
  onDone,
}: {
  rows: readonly DocumentRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const words = t().keeping;
  const its = words.hold;
  const [rows, setRows] = useState(opened); // those that are still to be held
  const each = useEach(rows);
  const [reason, setReason] = useState('');
  const hold = async () => {
    const held = await each.run(({ id, tenantId }) =>
      post('/api/admin/legal-holds', { query: { tenantId }, body: { documentId: id, reason: reason.trim() } }),
    );
    onDone();
    // Trying again must not hold them twice.
    if (held.length < rows.length) return setRows(rows.filter(({ id }) => !held.includes(id)));
    toast(its.done(opened.length));
    onClose();
  };
  return (
    <FormDialog
      title={its.title(rows.length)}
      act={its.act}
      busy={each.done !== null}
      disabled={reason.trim() === ''}
      lasting
      onSubmit={() => void hold()}
      onClose={onClose}>
      <Named rows={rows} />
      <p class="second">{its.about}</p>
      <ReasonField hint={its.reasonHint} value={reason} onValue={setReason} />
      <EachState each={each} label={its.busy} total={rows.length} />
    </FormDialog>
  );
}
