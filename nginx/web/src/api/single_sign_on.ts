// SPDX-License-Identifier: Apache-2.0
// Single sign-on at the sign-in form: the way to the identity provider, and, back from there, why
// nobody is signed in.
import { send } from './transport.ts';

const MARK = '#signin-error=';

// Takes the reason's code out of the address, so that it is said once; null where there is none.
export function takeReason(): string | null {
  if (!location.hash.startsWith(MARK)) return null;
  const code = location.hash.slice(MARK.length);
  history.replaceState(null, '', location.pathname + location.search);
  return code;
}

// The address that leads to the identity provider and back to this very place; null where there is
// no single sign-on.
export async function singleSignOnAddress(): Promise<string | null> {
  const ways = (await (await send('/api/auth/config')).json()) as { oidcStartUrl: string | null };
  if (!ways.oidcStartUrl) return null;
  return `${ways.oidcStartUrl}?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
}
