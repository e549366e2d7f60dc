// SPDX-License-Identifier: Apache-2.0
// Asks for confirmation before legal holds are released.
import { ApiError, post, type Schemas } from '../api/client.ts';
import { useWrite } from '../api/write.ts';
import { FormDialog } from '../design/form_dialog.tsx';
import { FormNote } from '../design/form.tsx';
import { Foreign } from '../design/inline.tsx';
import { toast } from '../design/messages.ts';
import { t } from '../strings/words.ts';

export type Hold = Schemas['LegalHold'];

async function release(hold: Hold): Promise<void> {
  try {
    await post('/api/admin/legal-holds/{legalHoldId}/release', { path: { legalHoldId: hold.id } });
  } catch (error) {
    // Somebody else has released it: that is what was wanted.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  }
}

export function ReleaseDialog({
  holds,
  onClose,
  onDone,
}: {
  holds: readonly Hold[];
  onClose: () => void;
  onDone: () => void;
}) {
  const words = t().keeping;
  const write = useWrite();
  const submit = () =>
    write.run(async () => {
      for (const hold of holds) await release(hold);
      toast(words.release.done(holds.length));
      onDone();
      onClose();
    });
  return (
    <FormDialog
      title={words.release.title}
      act={words.release.act}
      busy={write.busy}
      onSubmit={submit}
      onClose={onClose}>
      <ul class="plain-list">
        {holds.map((hold) => (
          <li key={hold.id}>
            <span class="strong">
              {hold.originalFilename === null ? words.hold.everything : <Foreign>{hold.originalFilename}</Foreign>}
            </span>
            <p class="second">
              {words.reason}: <Foreign>{hold.reason}</Foreign>
            </p>
          </li>
        ))}
      </ul>
      <p class="second">{words.release.about}</p>
      <FormNote write={write} />
    </FormDialog>
  );
}
