import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, readdir, readFile, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../config.ts';
import { syncFolder } from '../../../db/fsync.ts';
import { BackupError, toBackupError, UNFINISHED } from '../../errors.ts';
import { hashBytes, sumOf, tap } from '../../tar.ts';
import type { Progress } from '../archive/reader.ts';
import { chownLike, removeUnfinished } from '../lock.ts';
import { isArchiveName } from '../retention.ts';
import { remoteTarget } from './remote.ts';

export type TargetConfig = Pick<Config, 'dataDir' | 'backupDir' | 'backupTo'>;

export interface Listed {
  name: string;
  bytes: number;
}

/** A place for archives besides BACKUP_DIR. Expected errors are BackupErrors. */
export interface Target {
  place: string; // BACKUP_TO, for messages
  /** Fails unless the place exists and is writable. Returns the mount point of a folder, else ''. */
  open: () => Promise<string>;
  list: () => Promise<Listed[]>; // Files whose names may be an archive's
  read: (name: string) => Promise<string | undefined>; // Undefined when there is no such file
  write: (name: string, text: string) => Promise<void>;
  free: () => Promise<number | undefined>; // In bytes; undefined when unknown
  /** Uploads under a temporary name; renames after the read-back equals `from`. */
  put: (from: string, name: string, progress: Progress) => Promise<void>;
  /** Downloads a file; missing for a folder. */
  fetch?: (name: string, to: string, progress: Progress) => Promise<void>;
  remove: (name: string) => Promise<void>;
  clean: () => Promise<void>; // Removes what killed runs left
}

const CHUNK = 1024 * 1024;

/** Undefined without BACKUP_TO. `site`: the site's identity, part of the names of unfinished files. */
export function targetOf(config: TargetConfig, site: string): Target | undefined {
  const { backupTo } = config;
  if (backupTo === undefined) return undefined;
  return isRemote(backupTo) ? remoteTarget(backupTo, site) : folderTarget(backupTo, config, site);
}

/** Whether rclone is needed. */
export function isRemote(backupTo: string): boolean {
  return !path.isAbsolute(backupTo);
}

/** A folder, usually on another disk or machine. Never created: an unmounted disk's mount point is an empty folder. */
function folderTarget(folder: string, config: TargetConfig, site: string): Target {
  const prefix = `${UNFINISHED}${site}-`;
  const work = path.join(folder, `${prefix}${process.pid}`);
  const at = (name: string) => path.join(folder, name);
  const place = async (name: string, fill: () => Promise<void>) => {
    try {
      await fill();
      await chownLike([work], folder);
      await rename(work, at(name));
      await syncFolder(folder);
    } catch (error) {
      throw toBackupError(error, folder);
    } finally {
      await rm(work, { force: true }).catch(() => {});
    }
  };
  return {
    place: folder,
    open: () => open(folder, config),
    list: () => listArchives(folder),
    read: (name) => readIfThere(at(name)),
    write: (name, text) => place(name, () => writeFile(work, text, { mode: 0o600, flush: true })),
    free: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    put: (from, name, progress) => place(name, () => copyAndCompare(from, work, progress)),
    remove: (name) => rm(at(name), { force: true }),
    clean: () => removeUnfinished(folder, prefix),
  };
}

async function open(folder: string, { dataDir, backupDir }: TargetConfig): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw toBackupError(error, folder);
    throw new BackupError(
      `Папки ${folder} из BACKUP_TO нет: диск не подключён, или её ещё не создали. Сам сервер её не создаёт.`,
    );
  });
  if (!found.isDirectory()) throw new BackupError(`${folder} из BACKUP_TO — не папка.`);
  const real = await realpath(folder);
  for (const other of [dataDir, backupDir]) {
    const own = await realpath(other).catch(() => other);
    if (`${real}${path.sep}`.startsWith(`${own}${path.sep}`))
      throw new BackupError(`Папка ${folder} из BACKUP_TO ведёт в ${other}: копия там пропадёт вместе с данными.`);
  }
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error) => {
    throw toBackupError(error, folder);
  });
  return mountPointOf(real);
}

/** The topmost folder on the same device. */
async function mountPointOf(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  if (parent === folder || (await stat(parent)).dev !== (await stat(folder)).dev) return folder;
  return mountPointOf(parent);
}

async function listArchives(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw toBackupError(error, folder);
  });
  const archives = entries.filter((entry) => entry.isFile() && isArchiveName(entry.name));
  return Promise.all(archives.map(async ({ name }) => ({ name, bytes: (await stat(path.join(folder, name))).size })));
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw toBackupError(error, path.dirname(file));
  });
}

async function copyAndCompare(from: string, to: string, progress: Progress): Promise<void> {
  const { size } = await stat(from);
  const read = (file: string, what: string) =>
    tap(createReadStream(file, { highWaterMark: CHUNK }), (done) => progress(what, done, size));
  const { bytes, sum } = hashBytes(read(from, 'Копирую в другое место'));
  await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  const written = await sumOf(read(to, 'Сверяю копию в другом месте'));
  if (written !== sum())
    throw new BackupError(`Копия в ${path.dirname(to)} прочиталась не такой, какой была записана. Проверьте диск.`);
}
