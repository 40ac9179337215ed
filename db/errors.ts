/** SQLITE_BUSY, or a PostgreSQL serialization failure, deadlock or lock timeout: retry. */
export function isBusy(error: unknown): boolean {
  const { errcode, code } = errorCodes(error);
  return (errcode !== undefined && (errcode & 0xff) === 5) || code === '40001' || code === '40P01' || code === '55P03';
}

export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = errorCodes(error);
  return errcode === 2067 || errcode === 1555 || code === '23505';
}

export function isUnreachable(error: unknown): boolean {
  const { code } = errorCodes(error);
  if (
    code &&
    (/^(08|57P|25P03)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOST|NOTFOUND|AI_AGAIN)/.test(code) || code === '53300')
  )
    return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  );
}

/** The database cannot be read now: unreachable, too slow, locked by another process, or its file fails. */
export function isUnavailable(error: unknown): boolean {
  const { errcode, code } = errorCodes(error);
  if (errcode !== undefined && UNREADABLE.includes(errcode & 0xff)) return true;
  return isUnreachable(error) || code === '57014';
}

const UNREADABLE = [5, 6, 10, 11, 14, 26]; // SQLITE_BUSY, LOCKED, IOERR, CORRUPT, CANTOPEN, NOTADB

export function isDamage(error: unknown): boolean {
  return DAMAGED.includes((errorCodes(error).errcode ?? 0) & 0xff);
}

const DAMAGED = [11, 26];

export function isDiskFull(error: unknown): boolean {
  const { errcode = 0, code = '' } = errorCodes(error);
  return (errcode & 0xff) === 13 || ['53100', 'ENOSPC', 'EDQUOT'].includes(code);
}

/** Read-only disk, missing rights, a standby, or writes ended after damage. */
export function isReadOnly(error: unknown): boolean {
  const { errcode = 0, code } = errorCodes(error);
  return (errcode & 0xff) === 8 || code === '25006';
}

/** Code of a connection error caused by the address itself; also counts as unreachable. */
export const NOT_SET_UP = 'ECONNSETUP';

export function isRefusedByServer(error: unknown): boolean {
  const { code = '' } = errorCodes(error);
  return /^(28|3D000|3F000|42501)/.test(code) || code === NOT_SET_UP;
}

function errorCodes(error: unknown): { errcode?: number; code?: string } {
  return typeof error === 'object' && error !== null ? (error as { errcode?: number; code?: string }) : {};
}
