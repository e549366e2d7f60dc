// SPDX-License-Identifier: Apache-2.0
// A client of the Assay API, made from its description (OpenAPI). Needs fetch: a browser, or Node 18 and later.
//
//   const client = new Client("https://assay.example.com", { token: "assay_..." });
//   for await (const task of client.tasksListAll({ status: "PENDING", sort: "dueDate" })) {
//     console.log(task.requirementId, task.dueDate);
//   }
//
// Each operation is a method, named as in the description. What it takes and returns is JSON as it is; the types are
// below. An error is an ApiError. Lists have a second method, ...All, which reads page after page.

const MAX_PAGE = 200;

/** An answer that is an error. error: its code, such as NOT_FOUND; "" if the answer is none of Assay's. */
export class ApiError extends Error {
  readonly error: string;
  readonly details: Record<string, unknown>;
  readonly requestId: string;
  /** In seconds; 0: the answer names no time. */
  readonly retryAfter: number;

  constructor(
    readonly status: number,
    text: string,
    readonly headers: Headers,
  ) {
    const told = memberOf(text);
    const message = String(told["message"] ?? told["detail"] ?? "");
    super(`${status} ${String(told["error"] ?? "")}: ${message}`);
    this.name = "ApiError";
    this.error = String(told["error"] ?? "");
    this.details = (told["details"] ?? {}) as Record<string, unknown>;
    this.requestId = headers.get("X-Request-Id") ?? "";
    this.retryAfter = Number(headers.get("Retry-After") ?? 0) || 0;
  }
}

function memberOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export interface ClientOptions {
  /** An API token or an access token, or a function that gives one. */
  token?: string | (() => string | Promise<string>);
  /** How often a request that was over a limit (429), or a GET that found the service busy (503), is sent again. */
  retries?: number;
  /** The longest pause before that, in seconds. */
  patience?: number;
  fetch?: typeof fetch;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** Such as "If-Match" and "Idempotency-Key", where an operation takes them. */
  headers?: Record<string, string>;
}

type Values = object;

interface Sent {
  query?: Values;
  body?: unknown;
  kind?: string;
  form?: FormData;
  options?: RequestOptions | undefined;
}

export class Transport {
  private readonly base: string;

  constructor(
    base: string,
    private readonly settings: ClientOptions = {},
  ) {
    this.base = base.replace(/\/+$/, "");
  }

  /** Sends a request and returns the answer. Rejects with ApiError for an error, and as fetch does without an answer. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    const headers = new Headers(sent.options?.headers);
    const token = this.settings.token;
    const bearer = typeof token === "function" ? await token() : token;
    if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
    const request: RequestInit = { method, headers, redirect: "manual" };
    if (sent.options?.signal) request.signal = sent.options.signal;
    if (sent.form) {
      request.body = sent.form;
    } else if (sent.body !== undefined) {
      headers.set("Content-Type", sent.kind ?? "application/json");
      request.body = sent.body instanceof Blob ? sent.body : JSON.stringify(sent.body);
    }
    const ask = this.settings.fetch ?? fetch;
    for (let left = this.settings.retries ?? 2; ; left -= 1) {
      const answer = await ask(this.base + path + queryOf(sent.query), request);
      if (answer.status < 400) return answer;
      const error = new ApiError(answer.status, await answer.text(), answer.headers);
      const again = error.status === 429 || (error.status === 503 && method === "GET");
      const patient = error.retryAfter > 0 && error.retryAfter <= (this.settings.patience ?? 30);
      if (!again || !patient || left <= 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfter * 1000));
    }
  }

  protected async json<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const answer = await this.send(method, path, sent);
    return (answer.status === 204 ? null : await answer.json()) as T;
  }

  protected async none(method: string, path: string, sent: Sent = {}): Promise<void> {
    await (await this.send(method, path, sent)).arrayBuffer();
  }

  protected async bytes(method: string, path: string, sent: Sent = {}): Promise<Blob> {
    return (await this.send(method, path, sent)).blob();
  }

  protected async location(method: string, path: string, sent: Sent = {}): Promise<string> {
    return (await this.send(method, path, sent)).headers.get("Location") ?? "";
  }
}

function queryOf(values: Values = {}): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(values) as [string, unknown][]) {
    if (value !== undefined && value !== null) asked.set(name, String(value));
  }
  const text = asked.toString();
  return text === "" ? "" : `?${text}`;
}

/** One of many files of a form. */
export interface NamedFile {
  name: string;
  data: Blob;
}

/** Parts of a form; undefined ones are left out. */
function formOf(fields: Record<string, Blob | string | boolean | NamedFile[] | undefined>, filename?: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const file of value) form.append(name, file.data, file.name);
    else if (value instanceof Blob) form.append(name, value, filename ?? "file");
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

async function* eachOf<T>(read: (cursor?: string) => Promise<[T[], string | null]>): AsyncGenerator<T> {
  for (let cursor: string | undefined; ; ) {
    const [items, next] = await read(cursor);
    yield* items;
    if (next === null) return;
    cursor = next;
  }
}
