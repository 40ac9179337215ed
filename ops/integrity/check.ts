import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { migrations } from '../../db/migrations/index.ts';
import { openReadOnly } from '../../db/sqlite/opening.ts';
import { StartupError } from '../../errors.ts';
import { problemOfPages, readDatabaseFile } from './file.ts';

/** Up to this size every page is looked at before the server listens; above it, afterwards and aside. In bytes: some 20 ms. */
const CHECKED_AT_START = 64 * 1024 * 1024;
/** Tables that are in ours since the first step, and together in nobody else's. */
const OURS = ['kysely_migration', 'admins'];

/**
 * Looks at an SQLite file before anything opens it for writing. A damaged database, somebody else's and one of a newer version are
 * refused with a StartupError and left as they are, byte for byte. Says whether every page was checked: a large file has that
 * still before it. A file that does not exist yet is fine.
 */
export function examineDatabase(file: string): boolean {
  const found = readDatabaseFile(file);
  if ('fault' in found) throw refuse(file, found.fault);
  if (found.size === 0) return true;
  const isSmall = found.size <= CHECKED_AT_START;
  const fault = readOnly(file, found.hasLog, (raw) => faultOfSchema(raw) ?? (isSmall ? faultOfPages(raw) : undefined));
  if (fault) throw refuse(file, fault);
  return isSmall;
}

function faultOfPages(raw: DatabaseSync): string | undefined {
  const problem = problemOfPages(raw);
  return problem && `is damaged: ${problem}`;
}

function faultOfSchema(raw: DatabaseSync): string | undefined {
  const tables = raw.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all();
  const names = tables.map(({ name }) => String(name));
  // A server that was killed in its very first start has left an empty database, or the first two tables of the migrator.
  if (names.every((name) => name.startsWith('kysely_'))) return undefined;
  if (!OURS.every((name) => names.includes(name))) return 'is a database of another program';
  const steps = raw.prepare('select name from kysely_migration').all();
  const newer = steps.map(({ name }) => String(name)).find((name) => !Object.hasOwn(migrations, name));
  return newer === undefined
    ? undefined
    : `was written by a newer version of rampa (step ${newer}): start that version, or restore a backup made by this one`;
}

/** Opens the file so that neither it nor its log changes, and takes away what SQLite has put beside it meanwhile. */
function readOnly(file: string, hasLog: boolean, look: (raw: DatabaseSync) => string | undefined): string | undefined {
  const hadIndex = existsSync(`${file}-shm`);
  try {
    const raw = hasLog ? openReadOnly(file) : openImmutable(file);
    try {
      return look(raw);
    } finally {
      raw.close();
    }
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : error}`;
  } finally {
    if (hasLog && !hadIndex) rmSync(`${file}-shm`, { force: true });
  }
}

/** Without a log nothing is put beside the file. */
function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const raw = new DatabaseSync(address, { readOnly: true, defensive: true });
  raw.exec('pragma trusted_schema = off');
  return raw;
}

function refuse(file: string, fault: string): StartupError {
  const owner = statSync(file, { throwIfNoEntry: false })?.isFile() ? ' It was left as it is.' : '';
  return new StartupError(`DATA_DIR: the database ${file} ${fault}.${owner}`);
}
