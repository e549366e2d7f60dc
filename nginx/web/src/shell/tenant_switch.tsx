// SPDX-License-Identifier: Apache-2.0
// The tenant in the top bar. A person who may act for others (SUPER_ADMIN with the mode on) chooses the
// tenant here and always sees that it is not their own.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRouter } from 'wouter-preact';
import { ChevronsUpDown } from 'lucide-preact';
import { actingTenant, currentUser } from '../api/session.ts';
import { Button } from '../design/controls.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Foreign, shownText } from '../design/inline.tsx';
import { t } from '../strings/words.ts';
import { switchTo } from './acting_tenant.ts';

type Choice = ComponentType<{ onClose: () => void }>;

export function TenantSwitch() {
  const words = t().shell;
  const user = currentUser();
  const [open, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<Choice | null>(null);
  useEffect(() => {
    if (open && !Dialog)
      void import('./tenant_choice.tsx').then(
        ({ TenantChoice }) => setDialog(() => TenantChoice),
        () => setOpen(false),
      );
  }, [open, Dialog]);
  const acting = actingTenant.value;
  const name = acting?.name ?? user.tenantName;
  if (!user.mayCrossTenants)
    return (
      <span class="tenant">
        <Foreign>{name}</Foreign>
      </span>
    );
  return (
    <>
      <button
        type="button"
        class={acting ? 'tenant-switch acting' : 'tenant-switch'}
        aria-haspopup="dialog"
        aria-label={words.switchTenant(shownText(name))}
        title={shownText(name)}
        onClick={() => setOpen(true)}>
        {acting && <Glyph shape="half" tone="partial" />}
        <span class="clip">
          <Foreign>{name}</Foreign>
        </span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </button>
      {open && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

// Announces the acting tenant at the head of every view; the mark in the top bar stays in sight.
export function ActingBanner() {
  const words = t().shell;
  const { base } = useRouter();
  const acting = actingTenant.value;
  if (!acting) return null;
  return (
    <section class="banner acting" aria-label={words.tenant}>
      <Glyph shape="half" tone="partial" size={16} />
      <span>
        <span class="strong">{words.actingFor(shownText(acting.name))}</span> {words.actingWhy}
      </span>
      <Button small onClick={() => switchTo(base, null)}>
        {words.backTo(shownText(currentUser().tenantName))}
      </Button>
    </section>
  );
}
