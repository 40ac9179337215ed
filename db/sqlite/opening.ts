import { closeSync, openSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Older releases can corrupt a write-ahead log when a checkpoint races with a reset. */
const OLDEST_SQLITE = [3, 51, 3];
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the index of the write-ahead log cannot grow. */
const NO_ROOM = [13, 4874];
/** The index of the log and a few pages. In bytes. */
const ROOM = 64 * 1024;

/** Opens (and creates) a database with a write-ahead log; each commit is synced to the disk. `timeout` in ms. */
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

/**
 * Opens a database for reading, its write-ahead log included, also on a full disk: there the index of the log is built in memory. Nothing
 * but empty files is put beside it. `timeout` in ms.
 */
export function openReadOnly(file: string, timeout = 0): DatabaseSync {
  try {
    return readable(file, timeout);
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
    return openOnFullDisk(file, timeout);
  }
}

/** `readonly_shm` needs an index file, and is content with an empty one (walro2.test of SQLite's sources). */
function openOnFullDisk(file: string, timeout: number): DatabaseSync {
  closeSync(openSync(`${file}-shm`, 'a', statSync(file).mode & 0o777));
  const address = pathToFileURL(file);
  address.searchParams.set('readonly_shm', '1');
  return readable(address, timeout);
}

function readable(file: string | URL, timeout: number): DatabaseSync {
  const raw = new DatabaseSync(file, { readOnly: true, timeout, defensive: true });
  try {
    raw.exec('pragma trusted_schema = off; pragma temp_store = memory');
    // The log and its index are opened by the first query.
    raw.prepare('select count(*) from sqlite_schema').get();
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** SQLite has failed because the disk is full. */
export function isOutOfRoom(error: unknown): boolean {
  return NO_ROOM.includes((error as { errcode?: number }).errcode ?? 0);
}

/** Whether the disk of a database has room for its log to be opened. */
export function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  return bavail * bsize >= ROOM;
}

function assertVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((oldest, at) => (parts[at] ?? 0) - oldest).find((value) => value !== 0) ?? 0;
  if (difference < 0)
    throw new Error(
      `SQLite ${version} is too old: at least ${OLDEST_SQLITE.join('.')} is needed. Use the Node that npm installed.`,
    );
}
