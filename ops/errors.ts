import { accessAdvice } from '../command.ts';
import { isOutOfSpace } from '../db/sqlite/opening.ts';

/** Name prefix of unfinished backups and restore tests. */
export const UNFINISHED = '.unfinished-';

/** One Russian sentence for the administrator. */
export class ExpectedError extends Error {}
export class BackupError extends ExpectedError {}
export class MoveError extends ExpectedError {}
export class ReleaseError extends ExpectedError {}
export class RehearsalError extends ExpectedError {}
export class ExportError extends ExpectedError {}
export class ImportError extends ExpectedError {}

/** The backup was made but lacks something. */
export class IncompleteError extends BackupError {}

export class BusyError extends BackupError {}

/** Turns known file system and SQLite errors into a BackupError about `where`; returns others unchanged. */
export function toBackupError(error: unknown, where: string): Error {
  const { code, path } = error as { code?: string; path?: string };
  // A temporary folder's name is useless to the administrator.
  const place = path && !path.includes(UNFINISHED) ? path : where;
  const because = { cause: error };
  if (code === 'ENOSPC' || code === 'EDQUOT' || isOutOfSpace(error))
    return new BackupError(`На диске не хватило места: ${place}. Освободите место и повторите.`, because);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`Нет прав доступа: ${place}. Ничего не сделано. ${accessAdvice()}`, because);
  const saying = MESSAGES[code ?? ''];
  if (saying) return new BackupError(`${saying}: ${place}. Ничего не сделано.`, because);
  return error instanceof Error ? error : new Error(String(error));
}

/** `what` names the damaged part of the archive. */
export function damaged(what: string): BackupError {
  return new BackupError(`Резервная копия повреждена: ${what}.`);
}

const NO_FOLDER = 'На этом пути лежит файл, а не папка';
const MESSAGES: Record<string, string> = {
  ENOENT: 'Такой папки нет, и создать её нельзя',
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EISDIR: 'Это папка, а не файл',
  ENAMETOOLONG: 'Имя файла слишком длинное',
  EIO: 'Диск отвечает ошибкой',
  ENODEV: 'Диска больше нет на месте',
  ENXIO: 'Диска больше нет на месте',
  ESTALE: 'Сетевой папки больше нет на месте',
  ENOTCONN: 'Сетевая папка отключена',
  EHOSTDOWN: 'Сетевая папка не отвечает',
  ETIMEDOUT: 'Сетевая папка не отвечает',
};
