// SPDX-License-Identifier: Apache-2.0
// Asks before a run is cancelled.
import { post } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { FormError } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { messageOf } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import type { Run } from './run_facts.tsx';

export function CancelDialog({ run, onDone, onClose }: { run: Run; onDone: () => void; onClose: () => void }) {
  const words = t().runs;
  const { busy, error, run: write } = useWrite();
  const cancel = () =>
    write(async () => {
      await post('/api/runs/{runId}/cancel', { path: { runId: run.id } });
      toast(words.cancelled);
      onDone();
    });
  return (
    <FormDialog
      title={words.cancelTitle}
      act={words.cancel}
      leave={words.goOn}
      busy={busy}
      danger
      onSubmit={cancel}
      onClose={onClose}>
      <p class="second">{words.cancelWhy}</p>
      <FormError>{error ? messageOf(error) : ''}</FormError>
    </FormDialog>
  );
}
