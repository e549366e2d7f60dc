// SPDX-License-Identifier: Apache-2.0
// Notices for the whole page: the service is unreachable, toasts, and the live region.
import { useEffect, useRef } from 'preact/hooks';
import { X } from 'lucide-preact';
import { reachable } from '../api/transport.ts';
import { Button, IconButton } from '../design/controls.tsx';
import { Glyph } from '../design/glyph.tsx';
import { shownText } from '../design/inline.tsx';
import { announce, announced, dismiss, toasts } from '../design/messages.ts';
import { t } from '../strings/words.ts';

export function OfflineBanner() {
  const words = t().shell;
  const there = reachable.value;
  const before = useRef(there);
  useEffect(() => {
    if (there !== before.current) announce(there ? t().shell.back : t().shell.unreachable);
    before.current = there;
  }, [there]);
  if (there) return null;
  return (
    <section class="banner" aria-label={words.connection}>
      <Glyph shape="triangle" tone="failed" size={16} />
      <span>{words.unreachable}</span> <span class="second">{words.reconnecting}</span>
    </section>
  );
}

export function Toasts() {
  return (
    <section class="toasts" aria-label={t().shell.messages}>
      {toasts.value.map((one) => (
        <div class="toast" key={one.id}>
          <span dir="ltr">{shownText(one.text)}</span>
          {one.act && (
            <Button
              small
              look="quiet"
              onClick={() => {
                one.act?.run();
                dismiss(one.id);
              }}>
              {one.act.label}
            </Button>
          )}
          <IconButton label={t().shell.close} onClick={() => dismiss(one.id)}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
    </section>
  );
}

export const LiveRegion = () => (
  <p class="visually-hidden" role="status">
    {announced.value}
  </p>
);
