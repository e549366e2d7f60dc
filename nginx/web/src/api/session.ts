// SPDX-License-Identifier: Apache-2.0
// The session. The access token lives only in this module's memory; the browser keeps the refresh cookie,
// which scripts cannot read. When a session has expired, requests wait until the person has signed in
// again, so that none of their work is lost.
import { signal } from '@preact/signals';
import type { components } from './schema.d.ts';
import { ApiError, send } from './transport.ts';

export type User = components['schemas']['SignedInUser'];
export type Role = components['schemas']['Role'];
type Session = components['schemas']['Session'];

type SessionState =
  | { phase: 'starting' }
  | { phase: 'unreachable'; error: ApiError }
  | { phase: 'out' }
  | { phase: 'in'; user: User }
  | { phase: 'expired'; user: User };

export const session = signal<SessionState>({ phase: 'starting' });

// The tenant a SUPER_ADMIN acts for instead of their own; the client names it in every request.
export const actingTenant = signal<{ id: string; name: string } | null>(null);
const HERE = 'assay.here'; // somebody was signed in when a page of this browser was last open
const ACTING = 'assay.acting'; // for this tab, so that a reload keeps the same tenant

const CHANNEL = 'assay.session'; // tells the other pages of this browser

let token: string | null = null;
let here: User | null = null; // who was signed in on this page last
let renewal: Promise<string> | null = null;
let waiting: ((token: string) => void)[] = [];

const ROLES: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN', 'SUPER_ADMIN'];

// A SUPER_ADMIN has only the rights of an ADMIN if the installation's SUPER_ADMIN_MODE is off.
export function may(user: User, least: Role): boolean {
  if (least === 'SUPER_ADMIN') return user.mayCrossTenants;
  return ROLES.indexOf(user.role) >= ROLES.indexOf(least);
}

// The roles that the person may assign: none above their own.
export const rolesUpTo = (role: Role): readonly Role[] => ROLES.slice(0, ROLES.indexOf(role) + 1);

// Acts for another tenant from now on; null: for the person's own again.
export function actFor(tenant: { id: string; name: string } | null): void {
  const own = currentUser();
  actingTenant.value = tenant && tenant.id !== own.tenantId ? { id: tenant.id, name: tenant.name } : null;
  if (actingTenant.value) sessionStorage.setItem(ACTING, JSON.stringify({ ...actingTenant.value, user: own.id }));
  else sessionStorage.removeItem(ACTING);
}

function keepActing(user: User): void {
  const kept = JSON.parse(sessionStorage.getItem(ACTING) ?? 'null') as {
    id: string;
    name: string;
    user: string;
  } | null;
  if (kept && kept.user === user.id && user.mayCrossTenants) actingTenant.value ??= { id: kept.id, name: kept.name };
  else sessionStorage.removeItem(ACTING);
}

// Whether the refresh cookie is likely to be valid; only a hint.
export const signedInBefore = (): boolean => localStorage.getItem(HERE) !== null;

// The signed-in user; views exist only while there is one.
export function currentUser(): User {
  const state = session.value;
  if (state.phase !== 'in' && state.phase !== 'expired') throw new Error('nobody is signed in');
  return state.user;
}

async function open(path: string, init: RequestInit): Promise<string> {
  const opened = (await (await send(path, { method: 'POST', ...init })).json()) as Session;
  if (here && (here.id !== opened.user.id || here.tenantId !== opened.user.tenantId)) {
    location.reload(); // somebody else: nothing of the previous person may stay on the page
    return new Promise(() => undefined);
  }
  here = opened.user;
  token = opened.accessToken;
  localStorage.setItem(HERE, '1');
  keepActing(opened.user);
  session.value = { phase: 'in', user: opened.user };
  const resumed = waiting;
  waiting = [];
  for (const go of resumed) go(token);
  return token;
}

// Many may sign in at once, in the morning. Then this waits for its turn.
export async function signIn(email: string, password: string, tenantId?: string): Promise<void> {
  const body = JSON.stringify(tenantId ? { email, password, tenantId } : { email, password });
  for (let left = 10; ; left -= 1) {
    try {
      await open('/api/auth/login', { headers: { 'Content-Type': 'application/json' }, body });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

function endHere(): void {
  token = null;
  waiting = [];
  actingTenant.value = null;
  sessionStorage.removeItem(ACTING);
  session.value = { phase: 'out' };
}

const otherPages = new BroadcastChannel(CHANNEL);
otherPages.onmessage = ({ data }) => {
  if (data === 'out') endHere();
};

// Signs out every page of this browser, since they share the sign-in.
export async function signOut(): Promise<void> {
  await send('/api/auth/logout', { method: 'POST' });
  localStorage.removeItem(HERE);
  endHere();
  otherPages.postMessage('out');
}

// A 409 means that another tab has just used the cookie; the new cookie arrives shortly.
async function refresh(): Promise<string> {
  for (let left = 3; ; left -= 1) {
    try {
      return await open('/api/auth/refresh', {});
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

// The cookie is valid for one use, so calls on one page share a request, and pages of one browser take
// turns.
function renew(): Promise<string> {
  renewal ??= Promise.resolve(navigator.locks ? navigator.locks.request('assay-refresh', refresh) : refresh()).finally(
    () => {
      renewal = null;
    },
  );
  return renewal;
}

// Resumes the session of an earlier page with its cookie.
export async function resume(): Promise<void> {
  try {
    await renew();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const out = error.status === 401 || error.status === 403;
    if (out) localStorage.removeItem(HERE);
    session.value = out ? { phase: 'out' } : { phase: 'unreachable', error };
  }
}

async function freshToken(): Promise<string> {
  try {
    return await renew();
  } catch (error) {
    const state = session.value;
    if (!(error instanceof ApiError) || error.status !== 401 || (state.phase !== 'in' && state.phase !== 'expired'))
      throw error;
    session.value = { phase: 'expired', user: state.user };
    return new Promise((resolve) => waiting.push(resolve));
  }
}

// Runs a request on behalf of the signed-in person; renews an expired token once.
export async function authorized<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  const used = token ?? (await freshToken());
  try {
    return await attempt(used);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (token === used) token = null;
    return attempt(token ?? (await freshToken()));
  }
}
