// SPDX-License-Identifier: Apache-2.0
// Typed requests. Path, parameters, body and response types come from the API's description, so a
// request that the service would refuse does not compile.
import type { components, paths } from './schema.d.ts';
import { actingTenant, authorized } from './session.ts';
import { send } from './transport.ts';

export { ApiError } from './transport.ts';
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Success = 200 | 201 | 202 | 204;

// The paths that support the method.
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never;
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : undefined;

export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? { [S in keyof R & Success]: Json<R[S]> }[keyof R & Success] : never;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? { [K in keyof Q]?: Q[K] | null | undefined } : never;
type WithPath<O> = O extends { parameters: { path: infer V extends object } } ? { path: V } : { path?: undefined };
type WithBody<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : { body?: undefined };
type Extras = { signal?: AbortSignal; idempotencyKey?: string; ifMatch?: string };

export type Options<P extends keyof paths, M extends Method> = { query?: QueryOf<Operation<P, M>> } & WithPath<
  Operation<P, M>
> &
  WithBody<Operation<P, M>> &
  Extras;
// The options, optional if nothing in them is required.
type Rest<T> = Partial<T> extends T ? [options?: T] : [options: T];
type Loose = Extras & { query?: object; path?: object | undefined; body?: unknown };

// Returns the address of a path with its parameters. Omits empty ones, and names the tenant that a
// SUPER_ADMIN acts for.
export function address(path: string, options: { query?: object | undefined; path?: object | undefined } = {}): string {
  const filled = Object.entries(options.path ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  if (actingTenant.value && !query.has('tenantId')) query.set('tenantId', actingTenant.value.id);
  return query.size > 0 ? `${filled}?${query}` : filled;
}

// Sends any request on behalf of the signed-in person, including requests whose response is not JSON (files).
export function request(method: string, url: string, init: RequestInit = {}): Promise<Response> {
  return authorized((token) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return send(url, { ...init, method, headers });
  });
}

async function call(method: string, path: string, options: Loose = {}): Promise<unknown> {
  const headers = new Headers();
  const init: RequestInit = { headers };
  if (options.signal) init.signal = options.signal;
  if (options.ifMatch) headers.set('If-Match', options.ifMatch);
  if (method === 'POST') headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID());
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  const response = await request(method, address(path, options), init);
  return response.status === 204 ? undefined : response.json();
}

export const get = <P extends PathOf<'get'>>(path: P, ...[options]: Rest<Options<P, 'get'>>) =>
  call('GET', path, options) as Promise<Answer<P, 'get'>>;
export const post = <P extends PathOf<'post'>>(path: P, ...[options]: Rest<Options<P, 'post'>>) =>
  call('POST', path, options) as Promise<Answer<P, 'post'>>;
export const put = <P extends PathOf<'put'>>(path: P, ...[options]: Rest<Options<P, 'put'>>) =>
  call('PUT', path, options) as Promise<Answer<P, 'put'>>;
export const patch = <P extends PathOf<'patch'>>(path: P, ...[options]: Rest<Options<P, 'patch'>>) =>
  call('PATCH', path, options) as Promise<Answer<P, 'patch'>>;
// `delete` is a reserved word.
export const remove = <P extends PathOf<'delete'>>(path: P, ...[options]: Rest<Options<P, 'delete'>>) =>
  call('DELETE', path, options) as Promise<Answer<P, 'delete'>>;

// Returns the body at an address with its ETag, or null if it has not changed since the given ETag.
export async function readIfChanged<T>(
  url: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<{ body: T; etag: string | null } | null> {
  const response = await request('GET', url, { signal, headers: etag ? { 'If-None-Match': etag } : {} });
  if (response.status === 304) return null;
  return { body: (await response.json()) as T, etag: response.headers.get('ETag') };
}
