// SPDX-License-Identifier: Apache-2.0
// Sends one request with fetch, without a session. Turns failures into ApiError and tracks whether the
// service is reachable.
import { signal } from '@preact/signals';

interface FieldIssue {
  field: string;
  issue: string;
}

// An error response of the API, or a request that got no response (status 0).
export class ApiError extends Error {
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldIssue[];

  constructor(
    readonly status: number,
    body: Readonly<Record<string, unknown>>,
  ) {
    super(typeof body.message === 'string' ? body.message : '');
    this.name = 'ApiError';
    this.code = typeof body.error === 'string' ? body.error : 'UNREACHABLE';
    this.requestId = typeof body.requestId === 'string' ? body.requestId : null;
    this.details = isRecord(body.details) ? body.details : {};
    this.fields = Array.isArray(this.details.fields) ? this.details.fields.filter(isFieldIssue) : [];
  }

  // What is wrong with one field of the request, if anything.
  issueOf(field: string): string | undefined {
    return this.fields.find((one) => one.field === field)?.issue;
  }
}

// Whether a value of unknown JSON is an object.
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFieldIssue(value: unknown): value is FieldIssue {
  return isRecord(value) && typeof value.field === 'string' && typeof value.issue === 'string';
}

// Builds the error from a failed response, even if its body is not JSON.
async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  return new ApiError(response.status, isRecord(body) ? body : {});
}

// False while the service does not respond. Views watch it to load again when the service is back.
export const reachable = signal(true);

let probing = false;

// Probes until the service responds: every second at first, later every ten.
export async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  for (let pause = 1000; ; pause = Math.min(pause * 1.5, 10000)) {
    // Not /api/health/live: separate processes serve it, even when those of the API are gone.
    const answer = await fetch('/api/auth/config', { cache: 'no-store' }).catch(() => null);
    reachable.value = answer?.ok === true;
    if (reachable.value) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  probing = false;
}

// 304 counts as success: the caller asked whether something changed.
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('X-Requested-With', 'assay'); // no other site can make a browser send this
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, cache: 'no-store' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void probe();
    throw new ApiError(0, {});
  }
  if (response.ok || response.status === 304) return response;
  if (response.status >= 502) void probe();
  throw await errorOf(response);
}
