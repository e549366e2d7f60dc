// SPDX-License-Identifier: Apache-2.0
// Shows the value of a new API token once: the service keeps no copy.
import { useId, useState } from 'preact/hooks';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { announce } from '../../design/messages.ts';
import { Note } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';

export function MadeToken({ value, onClose }: { value: string; onClose: () => void }) {
  const words = t().settings.tokens;
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    announce(t().shell.copied);
  };
  return (
    <Dialog
      title={words.madeTitle}
      lasting
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{copied ? t().shell.copied : words.copy}</Button>
          <Button look="primary" onClick={onClose}>
            {words.keptIt}
          </Button>
        </>
      }>
      <Note tone="partial">{words.shownOnce}</Note>
      <div class="field">
        <label for={id}>{words.value}</label>
        <input id={id} class="mono" readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <div>
        <p class="small second">{words.howToUse}</p>
        <p class="mono small wrap">Authorization: Bearer assay_…</p>
      </div>
    </Dialog>
  );
}
