import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDirectory } from '../database.ts';
import { BackupError, BusyError, explain } from './errors.ts';
import { giveToOwner } from './owner.ts';

/** What a copy or a drill has not finished begins with this. */
export const UNFINISHED = '.unfinished-';

/**
 * Runs `work` as the only one that makes or tries copies for the first of these folders, which is made when needed. The lock is
 * SQLite's own, so it falls with the process however that ends; what an earlier one has left unfinished in them is removed first.
 */
export async function alone<T>(folders: [string, ...string[]], work: () => Promise<T>): Promise<T> {
  const [folder] = folders;
  const lock = await take(folder);
  try {
    for (const each of new Set(folders)) await removeUnfinished(each);
    return await work();
  } catch (error) {
    throw explain(error, folder);
  } finally {
    lock.close();
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.startsWith(UNFINISHED)) await rm(path.join(folder, name), { recursive: true, force: true });
}

async function take(folder: string): Promise<DatabaseSync> {
  try {
    const isNew = !existsSync(folder);
    makeDirectory(folder, 0o700);
    if (isNew) await giveToOwner([folder], path.dirname(folder));
    const file = path.join(folder, 'backup.lock');
    const lock = new DatabaseSync(file);
    await giveToOwner([file], folder);
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message))
      throw new BusyError('Копия уже делается или проверяется. Дождитесь конца и повторите.');
    const known = explain(error, folder);
    throw known instanceof BackupError ? known : new BackupError(`Папка для копий ${folder}: ${known.message}.`);
  }
}
