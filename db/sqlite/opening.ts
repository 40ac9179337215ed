import { closeSync, openSync, type Stats, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const OLDEST_SQLITE = '3.51.3'; // Older releases can corrupt the WAL when a checkpoint races with a reset
const DISK_FULL = [13, 4874]; // SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the WAL index cannot grow
const MIN_FREE_BYTES = 64 * 1024; // bytes: WAL index and a few pages

const CHECK_INTERVAL = 500; // ms between checks of reads; writes always check
const CANNOT_OPEN = 14;
const READONLY_RECOVERY = 264;
const MAX_TRIES = 100;

export function openWritable(file: string, timeout: number): DatabaseSync {
  const raw = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true });
  try {
    assertVersion(String(raw.prepare('select sqlite_version() as version').get()?.version));
    raw.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off; pragma temp_store = memory',
    );
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Also on a full disk, with the WAL index in memory. Adds at most empty files. `timeout` in ms. */
export function openReadOnly(file: string, timeout = 0): DatabaseSync {
  if (lacksIndex(file)) return openOnFullDisk(file, timeout);
  try {
    return openReader(file, timeout);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    return openOnFullDisk(file, timeout);
  }
}

/** A failed creation of the WAL index on a full disk locks out other processes' readers (SQLITE_READONLY_RECOVERY). */
export function lacksIndex(file: string): boolean {
  return !fileAt(`${file}-shm`)?.size && !hasSpace(file);
}

/** `readonly_shm` needs an index file, but an empty one will do (SQLite's walro2.test). */
function openOnFullDisk(file: string, timeout: number): DatabaseSync {
  closeSync(openSync(`${file}-shm`, 'a', statSync(file).mode & 0o777));
  const address = pathToFileURL(file);
  address.searchParams.set('readonly_shm', '1');
  for (let tries = 1; ; tries += 1)
    try {
      return openReader(address, timeout);
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== READONLY_RECOVERY || tries === MAX_TRIES) throw error;
      // Another program is creating the WAL index.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
}

function openReader(file: string | URL, timeout: number): DatabaseSync {
  const raw = new DatabaseSync(file, { readOnly: true, timeout, defensive: true });
  try {
    raw.exec('pragma trusted_schema = off; pragma temp_store = memory');
    raw.prepare('select count(*) from sqlite_schema').get();
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

export function isOutOfSpace(error: unknown): boolean {
  return DISK_FULL.includes((error as { errcode?: number }).errcode ?? 0);
}

export function hasSpace(file: string): boolean {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  return bavail * bsize >= MIN_FREE_BYTES;
}

function assertVersion(version: string): void {
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0)
    throw new Error(
      `SQLite ${version} is too old: at least ${OLDEST_SQLITE} is needed. Use the Node that npm installed.`,
    );
}

/** A file that was moved or deleted while open still accepts writes, which are lost. */
export function createFileWatch(file: string) {
  let database = fileAt(file);
  let log = fileAt(`${file}-wal`);
  let checkedAt = Date.now();
  let isReplaced = false;

  return {
    /** Returns a new connection if another database of the same schema has replaced the file; else throws. */
    reopenIfReplaced(raw: DatabaseSync, isWrite: boolean, open: () => DatabaseSync): DatabaseSync | undefined {
      if (!database) return undefined;
      const now = Date.now();
      if (!isWrite && !isReplaced && Math.abs(now - checkedAt) < CHECK_INTERVAL) return undefined;
      checkedAt = now;
      const found = fileAt(file);
      isReplaced = !isSameFile(found, database);
      log ??= fileAt(`${file}-wal`);
      if (!isReplaced) return undefined;
      const next = found && !isFormerWal(fileAt(`${file}-wal`), log) ? openReplacement(raw, open) : undefined;
      if (!next) throw fileMissing(file);
      [database, log, isReplaced] = [fileAt(file), fileAt(`${file}-wal`), false];
      return next;
    },
  };
}

export function fileAt(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** The former database's WAL beside the new file: opening both would mix them. */
function isFormerWal(found: Stats | undefined, log: Stats | undefined): boolean {
  return isSameFile(found, log) && (found?.size ?? 0) > 0;
}

function openReplacement(raw: DatabaseSync, open: () => DatabaseSync): DatabaseSync | undefined {
  let next: DatabaseSync | undefined;
  try {
    next = open();
    if (stepsOf(next) === stepsOf(raw)) return next;
  } catch {
    // Still being copied, or not a rampa database.
  }
  next?.close();
  return undefined;
}

function stepsOf(raw: DatabaseSync): string {
  return JSON.stringify(raw.prepare('select name from kysely_migration order by name').all());
}

function fileMissing(file: string): Error {
  const error = new Error(`The database ${file} is not in its place any more: it was moved, deleted or replaced.`);
  return Object.assign(error, { errcode: CANNOT_OPEN });
}
