// SPDX-License-Identifier: Apache-2.0
// The session and the only fetch: the access token lives in this module's memory and nowhere else;
// the browser keeps the refresh cookie, which scripts cannot read.

let accessToken = null;
let refreshing = null;

// An error body of the API, or a request that got no answer (status 0).
export class ApiError extends Error {
  constructor(status, body) {
    super(body.message ?? 'The service cannot be reached. Check the connection and try again.');
    this.status = status;
    this.code = body.error ?? 'UNREACHABLE';
    this.details = body.details ?? {};
    this.requestId = body.requestId ?? null;
  }
}

async function send(path, options = {}) {
  const headers = { 'X-Requested-With': 'assay', ...options.headers };
  if (accessToken) headers.Authorization = `Bearer ${accessToken}`;
  let response;
  try {
    response = await fetch(path, { ...options, headers, cache: 'no-store' });
  } catch {
    throw new ApiError(0, {});
  }
  if (response.ok || response.status === 304) return response;
  throw new ApiError(response.status, await response.json().catch(() => ({})));
}

function json(body) {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function open(path, options) {
  const session = await (await send(path, options)).json();
  accessToken = session.accessToken;
  return session.user;
}

export async function waysToSignIn() {
  return (await send('/api/auth/config')).json();
}

export function signIn(email, password, tenantId) {
  accessToken = null;
  return open('/api/auth/login', json(tenantId ? { email, password, tenantId } : { email, password }));
}

// Continues the session of an earlier page by its cookie. The cookie is good for one use, so calls
// of one page share a request, and pages of one browser take turns.
export function resume() {
  accessToken = null;
  const refresh = () => open('/api/auth/refresh', { method: 'POST' });
  const inTurn = () => (navigator.locks ? navigator.locks.request('assay-refresh', refresh) : refresh());
  refreshing ??= inTurn().finally(() => { refreshing = null; });
  return refreshing;
}

export async function signOut() {
  try {
    await send('/api/auth/logout', { method: 'POST' });
  } finally {
    accessToken = null;
  }
}

// A request in the name of the person signed in; an expired token is renewed once.
export async function request(path, options) {
  try {
    return await send(path, options);
  } catch (error) {
    if (error.status !== 401) throw error;
    await resume();
    return send(path, options);
  }
}
