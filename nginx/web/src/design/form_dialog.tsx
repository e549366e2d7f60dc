// SPDX-License-Identifier: Apache-2.0
// A dialog that is a form: at its foot, one button leaves it and one submits it.
import type { ComponentChildren } from 'preact';
import { t } from '../strings/words.ts';
import { Button } from './controls.tsx';
import { Dialog } from './dialog.tsx';

// `act` names what is submitted, `leave` what else can be done (Cancel). `disabled`: it cannot be submitted yet.
// `danger`: it cannot be undone. `lasting`: the dialog stays while it is busy.
export function FormDialog({
  title,
  act,
  leave = t().shell.cancel,
  busy = false,
  disabled = false,
  danger = false,
  lasting = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  act: string;
  leave?: string;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  lasting?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const held = lasting && busy;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      lasting={held}
      busy={busy}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose} disabled={held}>
            {leave}
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {act}
          </Button>
        </>
      }>
      {children}
    </Dialog>
  );
}
