import {
  ApiError,
  foreignResponseError,
  isFromProxy,
  parse,
  readRefusal,
  throwNetworkError,
} from './errors/api-error.ts';
import { setServerClock } from './time/server-clock.ts';

const READ_TIMEOUT = 30_000; // ms

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  body?: unknown;
  /** ETag: `version` of an earlier answer. */
  ifMatch?: string | null | undefined;
  signal?: AbortSignal | undefined;
  token?: string;
  keepalive?: boolean | undefined;
}

export interface Answer<T> {
  data: T;
  status: number;
  /** ETag, for `ifMatch` of the next change. */
  version: string | null;
  /** Path of the next page of a list, for `call`. */
  next: string | undefined;
  headers: Headers;
}

/** Event on the window after every response. */
export const ANSWERED = 'rampa:answered';

/** Event on the window when the user signs out. */
export const SIGNED_OUT = 'rampa:signed-out';

/** In the session storage: presses of the desk that have no answer yet. */
export const KEPT_PRESSES = 'rampa.desk';

export interface Answered {
  method: Method;
  /** Error code of the API; '' on success. */
  code: string;
}

/** Calls the API; `/api` is prepended. Sends the token except to paths with a segment `login`. ApiError, AbortError. */
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
    signal: withTimeout(method, signal),
  }).catch((error) => throwNetworkError(error, token ?? null));
  const text = await response.text().catch((error) => throwNetworkError(error, token ?? null));
  const refusal = response.ok ? undefined : refusalOf(response, text, token ?? null);
  const detail: Answered = { method, code: refusal?.code ?? '' };
  window.dispatchEvent(new CustomEvent(ANSWERED, { detail }));
  if (refusal) throw refusal;
  if (isFromProxy(text)) throw foreignResponseError(token ?? null);
  // In whole seconds, rounded down: never ahead of the time in events.
  const date = Date.parse(response.headers.get('Date') ?? '');
  if (date) setServerClock(date);
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

function withTimeout(method: Method, signal: AbortSignal | undefined): AbortSignal | null {
  if (method !== 'GET') return signal ?? null;
  const limit = AbortSignal.timeout(READ_TIMEOUT);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

function refusalOf({ status }: Response, text: string, token: string | null): ApiError {
  const { message, ...details } = readRefusal(text, {
    unnamed: 'Unknown API error',
    empty: `Request failed with status ${status}`,
  });
  return new ApiError(message, status, { ...details, token });
}

const TOKEN_KEY = 'authToken';

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

export function dropToken(): void {
  localStorage.removeItem(TOKEN_KEY);
}

/** Called when another tab signs in (new token) or out (null). Returns the stop function. */
export function watchToken(changed: (token: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN_KEY || key === null) changed(key ? newValue : null);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
