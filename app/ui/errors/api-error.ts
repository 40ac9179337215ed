interface Details {
  code?: string | undefined;
  fields?: Record<string, string> | undefined;
  retryAfter?: number | undefined;
  token?: string | null;
}

/** A call that did not succeed. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's stable word for it; `network` without an answer. */
  readonly code: string;
  /** Messages by the name of the field they belong to. */
  readonly fields: Record<string, string>;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  /** The token the call was made with: a newer one may have come since. */
  readonly token: string | null;

  constructor(message: string, status: number, { code = '', fields = {}, retryAfter, token = null }: Details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.token = token;
  }
}

/** No answer came: the network, or a server that is down. What the caller itself stopped passes as it is. */
export function noAnswer(error: unknown, token: string | null): never {
  if (isAborted(error)) throw error;
  throw new ApiError('Сервер не ответил. Проверьте соединение и повторите.', 0, { code: 'network', token });
}

/**
 * Code and fields of a refusal, and its message: that of the JSON (`unnamed` when it has none), else the text itself, else `empty`.
 * A web page is no text for a person: it comes from a proxy and counts as nothing.
 */
export function readRefusal(text: string, { unnamed, empty }: { unnamed?: string; empty: string }) {
  const body = parse(text);
  const plain = /^\s*</.test(text) ? '' : text.trim();
  if (body === undefined) return { message: plain || empty };
  const { message, code, fields } = isObject(body) ? body : {};
  return {
    message: typeof message === 'string' && message ? message : (unnamed ?? plain),
    ...(typeof code === 'string' && { code }),
    ...(isObject(fields) && { fields: fields as Record<string, string> }),
  };
}

/** Undefined when the text is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an administrator reads about a failure, whatever was thrown or answered. */
export function extractError(error: unknown): string {
  if (typeof error === 'string' && error) return error;
  if (typeof error !== 'object' || error === null) return UNKNOWN;
  const named = ['detail', 'message', 'error'].map((name) => (error as Record<string, unknown>)[name]);
  const text = [...named, ...Object.values(error)].find((value) => typeof value === 'string' && value !== '');
  if (typeof text === 'string') return text;
  try {
    return JSON.stringify(error) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

const UNKNOWN = 'Произошла неизвестная ошибка.';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
