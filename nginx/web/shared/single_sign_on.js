// SPDX-License-Identifier: Apache-2.0
// Single sign-on on the sign-in form: the way to the identity provider, and, back from there, why
// nobody is signed in.
import { waysToSignIn } from './session.js';

const MARK = '#signin-error=';
const REASONS = {
  STATE_INVALID: 'This sign-in was begun too long ago or in another browser. Try again.',
  ACCESS_DENIED: 'The identity provider did not let you in.',
  PROVIDER_REFUSED: 'The identity provider did not accept the sign-in. Try again.',
  PROVIDER_UNAVAILABLE: 'The identity provider cannot be reached. Try again shortly.',
  TOKEN_INVALID: 'The identity provider’s answer could not be verified. Tell your administrator.',
  EMAIL_UNVERIFIED: 'Your identity provider does not vouch for an e-mail address of yours.',
  NO_TENANT: 'Your identity provider names no organisation that is known here.',
  NO_ROLE: 'You have no role here. Ask your administrator for one.',
  NO_ACCOUNT: 'There is no account for you here. Ask your administrator for one.',
  ACCOUNT_DISABLED: 'Your account is disabled.',
  IDENTITY_CONFLICT: 'Your e-mail address belongs to another account here. Tell your administrator.',
};

// Takes the reason out of the address, so that it is said once; "" where there is none.
export function takeReason() {
  const code = location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : null;
  if (code === null) return '';
  history.replaceState(null, '', location.pathname + location.search);
  return Object.hasOwn(REASONS, code) ? REASONS[code] : 'Single sign-on failed. Try again.';
}

// Shows the link where there is single sign-on. It leads back to this page.
export async function offer(link) {
  const { oidcStartUrl } = await waysToSignIn();
  if (!oidcStartUrl) return;
  link.href = `${oidcStartUrl}?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
  link.hidden = false;
}
