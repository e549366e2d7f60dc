// SPDX-License-Identifier: Apache-2.0
// Asks for confirmation of an action that cannot be undone at once. The button names the action.
import type { ComponentChildren } from 'preact';
import { Button } from '../design/controls.tsx';
import { Dialog } from '../design/dialog.tsx';
import { t } from './words.ts';
import type { Write } from './write.tsx';
import { WriteNote } from './write.tsx';

export function Confirm({
  title,
  act,
  write,
  onAct,
  onClose,
  onLoad,
  danger = false,
  children,
}: {
  title: string;
  act: string;
  write: Write;
  onAct: () => void;
  onClose: () => void;
  onLoad?: () => void;
  danger?: boolean;
  children: ComponentChildren;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onAct}
      footer={
        <>
          <Button onClick={onClose}>{t().shell.cancel}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={write.busy}>
            {act}
          </Button>
        </>
      }>
      <div>{children}</div>
      <WriteNote write={write} {...(onLoad ? { onLoad } : {})} />
    </Dialog>
  );
}
