import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lchown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { lockFile } from '../../db/open.ts';
import { BackupError, BusyError, toBackupError, UNFINISHED } from '../errors.ts';

/** Hash of the locked folder: another site may use the same shared disk. */
export function unfinishedIn(backupDir: string): string {
  return `${ownPrefix(backupDir)}${process.pid}`;
}

/** Exclusive SQLite lock on the first folder, released at any exit; BusyError. Removes leftovers of killed runs. */
export async function withLock<T>(folders: [string, ...string[]], work: () => Promise<T>): Promise<T> {
  const [folder] = folders;
  using _lock = await take(folder);
  try {
    await removeUnfinished(folder, UNFINISHED);
    for (const each of folders) await removeUnfinished(each, ownPrefix(folder));
    return await work();
  } catch (error) {
    throw toBackupError(error, folder);
  }
}

/** Lock of copying elsewhere, which does not block backups. */
export async function withCopyLock<T>(backupDir: string, work: () => Promise<T>): Promise<T> {
  using _lock = await take(backupDir, 'copy.lock');
  return await work();
}

function ownPrefix(backupDir: string): string {
  return `${UNFINISHED}${createHash('sha256').update(path.resolve(backupDir)).digest('hex').slice(0, 12)}-`;
}

/** Removes files and folders with this name prefix, recursively. */
export async function removeUnfinished(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.startsWith(prefix)) await rm(path.join(folder, name), { recursive: true, force: true });
}

async function take(folder: string, name = 'backup.lock'): Promise<DatabaseSync> {
  try {
    const isNew = !existsSync(folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isNew) await chownLike([folder], path.dirname(folder));
    const file = path.join(folder, name);
    const lock = lockFile(file);
    await chownLike([file], folder);
    if (lock) return lock;
    throw new BusyError('Копия уже делается или проверяется. Дождитесь конца и повторите.');
  } catch (error) {
    if (error instanceof BusyError) throw error;
    const known = toBackupError(error, folder);
    throw known instanceof BackupError ? known : new BackupError(`Папка для копий ${folder}: ${known.message}.`);
  }
}

/** As root, gives these files the owner of `like`: otherwise the site's user could not read them. */
export async function chownLike(made: string[], like: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(like);
  for (const each of made) await lchown(each, uid, gid);
}
