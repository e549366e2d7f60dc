// SPDX-License-Identifier: Apache-2.0
// A form: submitting it never loads the page, and when something is wrong with a field, the first such field gets the
// focus. What is wrong stands beside the field (`error` of the controls), anything else in a note or line of the form.
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Write } from '../api/write.ts';
import { ErrorNote } from './states.tsx';

// Fields say what they are by aria-invalid; a group of radios may not, and says it by data-wrong.
const WRONG = '[aria-invalid="true"], [data-wrong] input';

// `busy`: what was submitted is under way, so that nothing is known to be wrong yet.
export function Form({
  busy = false,
  onSubmit,
  children,
  ...rest
}: { busy?: boolean; onSubmit: () => void } & Omit<JSX.FormHTMLAttributes<HTMLFormElement>, 'onSubmit'>) {
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  // After each rendering: the fields that are wrong are known only once the form shows them.
  useLayoutEffect(() => {
    if (!submitted.current || busy) return;
    submitted.current = false;
    form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  });
  return (
    <form
      {...rest}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submitted.current = true;
        onSubmit();
      }}>
      {children}
    </form>
  );
}

// Why the last attempt failed, unless a field says so.
export function FormNote({ write: { error } }: { write: Write }) {
  return error && error.fields.length === 0 ? <ErrorNote error={error} /> : null;
}

// The same in one line, which is always there, so that screen readers hear of a change.
export function FormError({ children }: { children: ComponentChildren }) {
  return (
    <p class="field-error" role="alert">
      {children}
    </p>
  );
}
