// SPDX-License-Identifier: Apache-2.0
// Asks for confirmation of an action that cannot be undone at once. The button names the action.
import type { ComponentChildren, ComponentProps } from 'preact';
import { FormDialog } from '../design/form_dialog.tsx';
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
  onAct: () => void;
  onClose: () => void;
  danger?: boolean;
  children: ComponentChildren;
} & ComponentProps<typeof WriteNote>) {
  return (
    <FormDialog title={title} act={act} busy={write.busy} danger={danger} onSubmit={onAct} onClose={onClose}>
      <div>{children}</div>
      <WriteNote write={write} {...(onLoad ? { onLoad } : {})} />
    </FormDialog>
  );
}
