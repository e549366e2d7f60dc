// SPDX-License-Identifier: Apache-2.0
// A button that opens a menu of actions, links and choices. Supports arrow keys, Home, End and Escape.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useRouter } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { Check } from 'lucide-preact';
import { Foreign } from './inline.tsx';

export type MenuItem =
  | { kind: 'act'; label: string; icon?: ComponentChildren; run: () => void }
  | { kind: 'link'; label: string; icon?: ComponentChildren; to: string } // a view of this front end
  | { kind: 'away'; label: string; icon?: ComponentChildren; href: string } // another page
  | { kind: 'choice'; label: string; chosen: boolean; choose: () => void }
  | { kind: 'title'; label: string };

// `button`: the content of the button. `label`: its accessible name if the content is not text.
export function Menu({
  label,
  button,
  items,
  align = 'end',
  look = 'icon-button',
}: {
  label: string;
  button: ComponentChildren;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  look?: string;
}) {
  const [open, setOpen] = useState(false);
  const { base } = useRouter();
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return undefined;
    entries()[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('button')?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!open) return;
    const list = entries();
    const at = list.findIndex((one) => one === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to !== undefined) list[(to + list.length) % list.length]?.focus();
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    if (to !== undefined || event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const chosen = (run: () => void) => () => {
    close();
    run();
  };

  return (
    <div class="menu" ref={root} onKeyDown={onKey}>
      <button
        type="button"
        class={look}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={typeof button === 'string' ? `${label}: ${button}` : label}
        onClick={() => (open ? close() : setOpen(true))}>
        {button}
      </button>
      {open && (
        <div class={`menu-list ${align}`} role="menu" id={id} aria-label={label}>
          {items.map((item) => {
            if (item.kind === 'title')
              return (
                <p class="menu-title" role="presentation">
                  <Foreign>{item.label}</Foreign>
                </p>
              );
            if (item.kind === 'choice') {
              return (
                <button
                  type="button"
                  role="menuitemradio"
                  tabIndex={-1}
                  aria-checked={item.chosen}
                  onClick={chosen(item.choose)}>
                  <span class="menu-icon">{item.chosen && <Check size={16} aria-hidden="true" />}</span>
                  {item.label}
                </button>
              );
            }
            const content = (
              <>
                <span class="menu-icon">{item.icon}</span>
                {item.label}
              </>
            );
            if (item.kind === 'act')
              return (
                <button type="button" role="menuitem" tabIndex={-1} onClick={chosen(item.run)}>
                  {content}
                </button>
              );
            if (item.kind === 'away')
              return (
                <a role="menuitem" tabIndex={-1} href={item.href}>
                  {content}
                </a>
              );
            return (
              <a
                role="menuitem"
                tabIndex={-1}
                href={base + item.to}
                onClick={(event) => {
                  event.preventDefault();
                  close();
                  navigate(base + item.to);
                }}>
                {content}
              </a>
            );
          })}
        </div>
      )}
    </div>
  );
}
