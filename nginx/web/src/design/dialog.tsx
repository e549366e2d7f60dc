// SPDX-License-Identifier: Apache-2.0
// A native dialog, which traps the focus and restores it when it closes.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { X } from 'lucide-preact';
import { t } from '../strings/words.ts';
import { IconButton } from './controls.tsx';
import { Form } from './form.tsx';
import { Foreign } from './inline.tsx';

// Open for as long as it is mounted. `footer`: its actions. `lasting`: Escape does not close it. `side`: a
// sheet at the end of the page. `onSubmit` makes it a form, so that Enter submits it; `busy` is the form's.
export function Dialog({
  title,
  onClose,
  children,
  footer,
  lasting = false,
  side = false,
  wide = false,
  onSubmit,
  busy = false,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  footer?: ComponentChildren;
  lasting?: boolean;
  side?: boolean;
  wide?: boolean;
  onSubmit?: () => void;
  busy?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The browser normally restores the focus; this covers the cases where it falls to the body.
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus();
    };
  }, []);
  const inside = (
    <>
      <div class="dialog-body">{children}</div>
      {footer && <div class="dialog-footer">{footer}</div>}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class={`dialog${side ? ' sheet' : ''}${wide ? ' wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault(); // the owner decides whether it closes
        if (!lasting) onClose();
      }}>
      <div class="dialog-head">
        <h2 id={id}>
          <Foreign>{title}</Foreign>
        </h2>
        {!lasting && (
          <IconButton label={t().shell.close} onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {onSubmit ? (
        <Form class="dialog-form" busy={busy} onSubmit={onSubmit}>
          {inside}
        </Form>
      ) : (
        inside
      )}
    </dialog>
  );
}
