interface Details {
  code?: string | undefined;
  fields?: Record<string, string> | undefined;
  token?: string | null;
}

/** Failed call. `status` 0: no response. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable code of the API; `network` without a response. */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** Token of the failed call; a newer one may be stored. */
  readonly token: string | null;

  constructor(message: string, status: number, { code = '', fields = {}, token = null }: Details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.token = token;
  }
}

/** Throws ApiError for a network failure; rethrows an AbortError. */
export function throwNetworkError(error: unknown, token: string | null): never {
  if (isAborted(error)) throw error;
  throw networkError(token);
}

export function networkError(token: string | null): ApiError {
  return new ApiError('Сервер не ответил. Проверьте соединение и повторите.', 0, { code: 'network', token });
}

/** For a response that cannot be our server's. */
export function foreignResponseError(token: string | null): ApiError {
  const message = 'Ответил не сайт. Проверьте, не просит ли сеть войти, и повторите.';
  return new ApiError(message, 0, { code: 'network', token });
}

/** HTML comes from a proxy or a captive portal, never from the API. */
export function isFromProxy(text: string): boolean {
  return /^\s*</.test(text);
}

/** Code, fields and message (JSON, else text, else `empty`) of an error response; `empty` for a proxy's. */
export function readRefusal(text: string, { unnamed, empty }: { unnamed?: string; empty: string }) {
  const body = parse(text);
  const plain = isFromProxy(text) ? '' : text.trim();
  if (body === undefined) return { message: plain || empty };
  const { message, code, fields } = isObject(body) ? body : {};
  return {
    message: typeof message === 'string' && message ? message : (unnamed ?? plain),
    ...(typeof code === 'string' && { code }),
    ...(isObject(fields) && { fields: fields as Record<string, string> }),
  };
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Message for an administrator from anything thrown or received. */
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

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

const UNKNOWN = 'Произошла неизвестная ошибка.';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
