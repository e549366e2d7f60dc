// SPDX-License-Identifier: Apache-2.0
// Shows the secret of a webhook once: the service keeps it sealed.
import { useId, useState } from 'preact/hooks';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { announce } from '../../design/messages.ts';
import { Note } from '../../design/states.tsx';
import { t } from '../words.ts';

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = t();
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
    announce(words.shell.copied);
  };
  return (
    <Dialog
      title={words.webhooks.secretTitle}
      lasting
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{copied ? words.shell.copied : words.webhooks.copy}</Button>
          <Button look="primary" onClick={onClose}>
            {words.webhooks.keptIt}
          </Button>
        </>
      }>
      <Note tone="partial">{words.webhooks.secretOnce}</Note>
      <div class="field">
        <label for={id}>{words.webhooks.secret}</label>
        <input id={id} class="mono" readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      </div>
    </Dialog>
  );
}
