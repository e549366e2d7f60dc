// SPDX-License-Identifier: Apache-2.0
// Controls: buttons, links that look like buttons, fields.
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Link } from 'wouter-preact';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

// `keys`: the shortcut, shown beside the label. `busy`: the action is under way and cannot be started again.
export function Button({
  look = 'plain',
  keys,
  busy = false,
  small = false,
  icon,
  children,
  disabled,
  ...rest
}: {
  look?: Look;
  keys?: string;
  busy?: boolean;
  small?: boolean;
  icon?: ComponentChildren;
} & Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, 'icon'>) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${look}${small ? ' small' : ''}`}
      disabled={Boolean(disabled) || busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys}>
      {icon}
      <span>{children}</span>
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  );
}

// Uses the name of the action as its label and its tooltip.
export function IconButton({
  label,
  children,
  ...rest
}: { label: string } & JSX.ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} class="icon-button" aria-label={label} title={label}>
      {children}
    </button>
  );
}

// Links to a view of this front end.
export function ButtonLink({
  to,
  look = 'plain',
  icon,
  children,
}: {
  to: string;
  look?: Look;
  icon?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <Link href={to} class={`button ${look}`}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
}

function Framed({ id, label, hint, error, children }: FieldProps & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="small second" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, { hint, error }: FieldProps) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

// `error`: what is wrong with the field, shown under it and linked to it for screen readers.
export function TextField({
  label,
  hint,
  error,
  value,
  onValue,
  ...rest
}: FieldProps & {
  value: string;
  onValue: (value: string) => void;
} & Omit<JSX.InputHTMLAttributes<HTMLInputElement>, 'label' | 'value'>) {
  const id = useId();
  const frame = { label, ...(hint ? { hint } : {}), error };
  return (
    <Framed id={id} {...frame}>
      <input
        {...rest}
        id={id}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, frame)}
      />
    </Framed>
  );
}

export function TextArea({
  label,
  hint,
  error,
  value,
  onValue,
  ...rest
}: FieldProps & {
  value: string;
  onValue: (value: string) => void;
} & Omit<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>, 'label' | 'value'>) {
  const id = useId();
  const frame = { label, ...(hint ? { hint } : {}), error };
  return (
    <Framed id={id} {...frame}>
      <textarea
        {...rest}
        id={id}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, frame)}
      />
    </Framed>
  );
}

export interface Choice<V extends string> {
  value: V;
  label: string;
}

export function Select<V extends string>({
  label,
  hint,
  error,
  value,
  onValue,
  choices,
  ...rest
}: FieldProps & {
  value: V;
  onValue: (value: V) => void;
  choices: readonly Choice<V>[];
} & Omit<JSX.SelectHTMLAttributes<HTMLSelectElement>, 'label' | 'value'>) {
  const id = useId();
  const frame = { label, ...(hint ? { hint } : {}), error };
  return (
    <Framed id={id} {...frame}>
      <select
        {...rest}
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, frame)}
        onChange={(event) => {
          const chosen = choices.find((one) => one.value === event.currentTarget.value);
          if (chosen) onValue(chosen.value);
        }}>
        {choices.map((one) => (
          <option value={one.value}>{one.label}</option>
        ))}
      </select>
    </Framed>
  );
}

// A switch that takes effect at once, without a form.
export function Switch({
  label,
  hint,
  on,
  onChange,
}: {
  label: string;
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="switch-field">
      <button
        type="button"
        role="switch"
        class="switch"
        id={id}
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onChange(!on)}>
        <span />
      </button>
      <div>
        <label id={`${id}-label`} for={id}>
          {label}
        </label>
        {hint && (
          <p class="small second" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
