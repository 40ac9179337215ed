import { AS_OWNER } from './chown.ts';

/** What a copy or a drill has not finished begins with this. */
export const UNFINISHED = '.unfinished-';

/** Why a copy cannot be made, trusted or restored: one Russian sentence for the administrator of the server. */
export class BackupError extends Error {}

/** Another process is making or trying a copy. */
export class BusyError extends BackupError {}

/** What the file system or SQLite said, as such a sentence where it is known; anything else as it is. */
export function explain(error: unknown, where: string): Error {
  const { code, errcode, path } = error as { code?: string; errcode?: number; path?: string };
  // A folder for what is not finished means nothing to anybody, and is gone by then.
  const place = path && !path.includes(UNFINISHED) ? path : where;
  const because = { cause: error };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL)
    return new BackupError(`На диске не хватило места: ${place}. Освободите место и повторите.`, because);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`Нет прав доступа: ${place}. Ничего не сделано. ${AS_OWNER}`, because);
  const saying = SAYINGS[code ?? ''];
  if (saying) return new BackupError(`${saying}: ${place}. Ничего не сделано.`, because);
  return error instanceof Error ? error : new Error(String(error));
}

/** The archive is not what was written once; `what` says which part of it. */
export function damaged(what: string): BackupError {
  return new BackupError(`Резервная копия повреждена: ${what}.`);
}

const SQLITE_FULL = 13;
/** What somebody meets who mistypes a path, or whose disk has gone. */
const SAYINGS: Record<string, string> = {
  ENOENT: 'Такой папки нет, и создать её нельзя',
  ENOTDIR: 'На этом пути лежит файл, а не папка',
  EISDIR: 'Это папка, а не файл',
  ENAMETOOLONG: 'Имя файла слишком длинное',
  EIO: 'Диск отвечает ошибкой',
  ENODEV: 'Диска больше нет на месте',
};
