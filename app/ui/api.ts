import { ApiError, noAnswer, parse, readRefusal } from './errors/api-error.ts';
import { readToken } from './token.ts';

/** A reading that is silent for so long will not come any more. In ms. */
const READ_WITHIN = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** The version the change was made from, as an answer's `version` gave it. */
  ifMatch?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** In place of the stored token. */
  token?: string;
  /** The call outlives the page. */
  keepalive?: boolean | undefined;
}

export interface Answer<T> {
  data: T;
  status: number;
  /** The ETag: what `ifMatch` of the next change takes. */
  version: string | null;
  /** Address of the next part of a list, for another `call`. */
  next: string | undefined;
  headers: Headers;
}

/** Heard on the window after every answer. */
export const ANSWERED = 'rampa:answered';

export interface Answered {
  method: Method;
  /** The server's word for what is wrong; empty when nothing is. */
  code: string;
}

/**
 * The one way by which the browser calls the API: `path` as `/news` or `/admin/news`, `/api` is put before it. The token goes with
 * every call whose path has no segment `login`. Fails with an ApiError, or with an AbortError when `signal` stopped it.
 */
export async function call<T>(
  method: Method,
  path: string,
  { body, ifMatch, signal, keepalive, token = tokenFor(path) ?? undefined }: CallOptions = {},
): Promise<Answer<T>> {
  const response = await fetch(path.startsWith('/api/') ? path : `/api${path}`, {
    method,
    cache: 'no-store',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(keepalive && { keepalive }),
    signal: limited(method, signal),
  }).catch((error) => noAnswer(error, token ?? null));
  const text = await response.text().catch((error) => noAnswer(error, token ?? null));
  const refusal = response.ok ? undefined : refusalOf(response, text, token ?? null);
  const detail: Answered = { method, code: refusal?.code ?? '' };
  window.dispatchEvent(new CustomEvent(ANSWERED, { detail }));
  if (refusal) throw refusal;
  return {
    data: (text === '' ? undefined : (parse(text) ?? text)) as T,
    status: response.status,
    version: response.headers.get('ETag'),
    next: /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1],
    headers: response.headers,
  };
}

function tokenFor(path: string): string | null {
  const [route = ''] = path.split('?');
  return route.split('/').includes('login') ? null : readToken();
}

function limited(method: Method, signal: AbortSignal | undefined): AbortSignal | null {
  if (method !== 'GET') return signal ?? null;
  const limit = AbortSignal.timeout(READ_WITHIN);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

function refusalOf({ status, headers }: Response, text: string, token: string | null): ApiError {
  const { message, ...details } = readRefusal(text, {
    unnamed: 'Unknown API error',
    empty: `Request failed with status ${status}`,
  });
  const wait = headers.get('Retry-After') ?? '';
  return new ApiError(message, status, { ...details, ...(/^\d+$/.test(wait) && { retryAfter: Number(wait) }), token });
}
