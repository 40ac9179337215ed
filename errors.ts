/** What goes wrong in the domain: an HTTP-like status, a stable code for programs and a Russian sentence a person can act on. */
export class ModelError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by the name of the field they belong to. */
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which another attempt makes sense, for `Retry-After`. */
  retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, fields?: Record<string, string>) {
    super(message);
    this.name = 'ModelError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** 400: one field is wrong. The sentence stands both as the message and beside the field. */
export function invalid(field: string, message: string): ModelError {
  return new ModelError(400, 'invalid', message, { [field]: message });
}

export function notFound(message: string): ModelError {
  return new ModelError(404, 'not_found', message);
}

/** 409: the value is taken by something else. */
export function conflict(field: string, message: string): ModelError {
  return new ModelError(409, 'conflict', message, { [field]: message });
}

/** 412: the caller's `If-Match` names another version than the stored one. */
function staleVersion(): ModelError {
  return new ModelError(412, 'stale_version', 'Пока вы редактировали, эту запись изменили. Откройте её заново.');
}

/** 412 unless `version` is in `expected`; without `expected` every version is. */
export function assertVersion({ version }: { version: number }, expected: number[] | undefined): void {
  if (expected && !expected.includes(version)) throw staleVersion();
}

/** 429: too many attempts came; `seconds` is when the next one is let in. */
export function tooMany(message: string, seconds: number): ModelError {
  return Object.assign(new ModelError(429, 'too_many_attempts', message), { retryAfter: seconds });
}

/** 503: the database cannot be reached or stays locked. */
export function unavailable(): ModelError {
  return new ModelError(
    503,
    'unavailable',
    'База данных сейчас недоступна. Попробуйте ещё раз через несколько секунд.',
  );
}

export function overloaded(): ModelError {
  const message = 'Сейчас на сайте слишком много посетителей. Попробуйте через несколько секунд.';
  return new ModelError(503, 'overloaded', message);
}

export function noSpace(): ModelError {
  const message = 'Изменения не сохранены: на диске сервера не осталось места. Сообщите администратору сервера.';
  return new ModelError(507, 'disk_full', message);
}

/** 503: the database can be read and not written. */
export function onlyReadable(): ModelError {
  const reason = 'сейчас база данных доступна только для чтения';
  return new ModelError(503, 'read_only', `Изменения не сохранены: ${reason}. Сообщите администратору сервера.`);
}

/** Something the administrator of the server has to mend before it can start: one line, exit code 1. */
export class StartupError extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
