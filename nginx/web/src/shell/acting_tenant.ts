// SPDX-License-Identifier: Apache-2.0
// Changes the tenant that a person acts for, or ends acting for one (null).
import { navigate } from 'wouter-preact/use-browser-location';
import { actFor, actingTenant } from '../api/session.ts';
import { shownText } from '../design/inline.tsx';
import { announce } from '../design/messages.ts';
import { t } from '../strings/words.ts';

// The open item may belong to the previous tenant, so this navigates to its list.
export function switchTo(base: string, tenant: { id: string; name: string } | null): void {
  const part = location.pathname.slice(base.length).split('/')[1] ?? '';
  navigate(`${base}/${part}`);
  actFor(tenant);
  const acting = actingTenant.value;
  announce(acting ? t().shell.actingFor(shownText(acting.name)) : t().shell.actingForOwn);
}
