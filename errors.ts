/** An error of the domain: an HTTP status, a stable code for programs, a Russian sentence a person can act on. */
export class ModelError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined; // messages by field name
  retryAfter: number | undefined; // s, for `Retry-After`
  current: object | undefined; // current state, sent with the refusal of a change

  constructor(status: number, code: string, message: string, fields?: Record<string, string>) {
    super(message);
    this.name = 'ModelError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export function invalid(field: string, message: string): ModelError {
  return new ModelError(400, 'invalid', message, { [field]: message });
}

export function notFound(message: string): ModelError {
  return new ModelError(404, 'not_found', message);
}

export function forbiddenRole(message: string): ModelError {
  return new ModelError(403, 'forbidden_role', message);
}

export function conflict(field: string, message: string): ModelError {
  return new ModelError(409, 'conflict', message, { [field]: message });
}

/** 412 unless `version` is in `expected`; without `expected` any version passes. */
export function assertVersion({ version }: { version: number }, expected: number[] | undefined): void {
  if (expected && !expected.includes(version))
    throw new ModelError(412, 'stale_version', 'Пока вы редактировали, эту запись изменили. Откройте её заново.');
}

export function tooMany(message: string, seconds: number): ModelError {
  return Object.assign(new ModelError(429, 'too_many_attempts', message), { retryAfter: seconds });
}

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

export function diskFull(): ModelError {
  const message = 'Изменения не сохранены: на диске сервера не осталось места. Сообщите администратору сервера.';
  return new ModelError(507, 'disk_full', message);
}

export function readOnly(): ModelError {
  const reason = 'сейчас база данных доступна только для чтения';
  return new ModelError(503, 'read_only', `Изменения не сохранены: ${reason}. Сообщите администратору сервера.`);
}

/** Something the server's administrator must fix before a start: one Russian line, exit code 1. */
export class StartupError extends Error {}

/** Why a file could not be used, for a Russian sentence; untranslated only where no Russian text is known. */
export function reasonOf(error: unknown): string {
  const { code = '', errcode = 0 } = error as { code?: string; errcode?: number };
  return REASONS[code] ?? SQLITE_REASONS[errcode & 0xff] ?? messageOf(error);
}

const NO_RIGHTS = 'нет прав';
const READ_ONLY = 'диск доступен только для чтения';
const DISK_FULL = 'на диске не осталось места';
const BROKEN = 'диск отвечает ошибкой';
const NO_FOLDER = 'на этом пути лежит файл, а не папка';
const REASONS: Record<string, string> = {
  EACCES: NO_RIGHTS,
  EPERM: NO_RIGHTS,
  EROFS: READ_ONLY,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EIO: BROKEN,
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  EISDIR: 'это папка, а не файл',
  ENOENT: 'такого пути нет',
};
/** By primary result code. */
const SQLITE_REASONS: Record<number, string> = {
  8: READ_ONLY,
  10: BROKEN,
  13: DISK_FULL,
  14: 'файл нельзя открыть',
  26: 'это не база SQLite',
};

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
