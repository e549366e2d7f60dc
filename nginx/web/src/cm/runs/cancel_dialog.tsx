// SPDX-License-Identifier: Apache-2.0
// Asks before a run is cancelled.
import { useState } from 'preact/hooks';
import { ApiError, post } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { toast } from '../../design/messages.ts';
import { messageOf } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import type { Run } from './run_facts.tsx';

export function CancelDialog({ run, onDone, onClose }: { run: Run; onDone: () => void; onClose: () => void }) {
  const words = t().runs;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const cancel = async () => {
    setBusy(true);
    try {
      await post('/api/runs/{runId}/cancel', { path: { runId: run.id } });
      toast(words.cancelled);
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.cancelTitle}
      onClose={onClose}
      onSubmit={() => void cancel()}
      footer={
        <>
          <Button onClick={onClose}>{words.goOn}</Button>
          <Button type="submit" look="danger" busy={busy}>
            {words.cancel}
          </Button>
        </>
      }>
      <p class="second">{words.cancelWhy}</p>
      <p class="field-error" role="alert">
        {error}
      </p>
    </Dialog>
  );
}
