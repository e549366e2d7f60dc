// SPDX-License-Identifier: Apache-2.0
// Single sign-on for the sign-in form: the address of the identity provider and, after the return, the
// reason why the sign-in failed.
import { send } from './transport.ts';

const MARK = '#signin-error=';

// Takes the reason's code out of the address, so that it is shown once; null if there is none.
export function takeReason(): string | null {
  if (!location.hash.startsWith(MARK)) return null;
  const code = location.hash.slice(MARK.length);
  history.replaceState(null, '', location.pathname + location.search);
  return code;
}

// Returns the address that leads to the identity provider and back to this page; null if there is no
// single sign-on.
export async function singleSignOnAddress(): Promise<string | null> {
  const ways = (await (await send('/api/auth/config')).json()) as { oidcStartUrl: string | null };
  if (!ways.oidcStartUrl) return null;
  return `${ways.oidcStartUrl}?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
}
