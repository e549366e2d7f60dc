// SPDX-License-Identifier: Apache-2.0
// A reason that may be longer than its space: shows what fits, and all of it when pressed.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../strings/words.ts';
import { Button } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { Foreign } from './inline.tsx';

// `title`: what the reason explains. `acts`: returns the actions; it gets a function that closes the dialog.
export function Why({
  title,
  reason,
  children,
  acts,
}: {
  title: string;
  reason: string;
  children: ComponentChildren;
  acts?: (close: () => void) => ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class="bare why-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && (
        <Dialog
          title={title}
          onClose={close}
          footer={
            <>
              {acts?.(close)}
              <Button look={acts ? 'plain' : 'primary'} onClick={close}>
                {t().shell.close}
              </Button>
            </>
          }>
          <p>
            <Foreign>{reason}</Foreign>
          </p>
        </Dialog>
      )}
    </>
  );
}
