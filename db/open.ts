import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { messageOf, reasonOf, StartupError } from '../errors.ts';
import { type DatabaseEvents, hasTable, openPostgres, openSqlite } from './dialect.ts';
import { isDiskFull } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { fileAt, isOutOfSpace } from './sqlite/opening.ts';
import type { Db } from './tables.ts';

export class FolderInUse extends StartupError {}

/** An SQLite lock on a file in DATA_DIR, released at any exit. FolderInUse when taken, StartupError when not writable. */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  try {
    // The folder holds keys and hashes.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // SQLite's own error for a closed folder has no code.
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const file = path.join(dataDir, 'server.lock');
    for (const each of [databaseIn(dataDir), file]) assertFileWritable(each);
    const lock = lockFile(file);
    if (lock) return () => lock.close();
    throw new FolderInUse(
      `DATA_DIR ${dataDir}: с этой папкой уже работает другой сервер. Остановите его или дайте этому свою папку.`,
    );
  } catch (error) {
    throw error instanceof StartupError ? error : notWritable('DATA_DIR', dataDir, error);
  }
}

/** Exclusive SQLite lock on `file`, created if missing: released at any exit, even by kill -9. Undefined if another process holds it. */
export function lockFile(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked/.test(error.message)) return undefined;
    throw error;
  }
}

/** SQLite opens a read-only file: saves would fail, and `server.lock` could not be locked. */
function assertFileWritable(file: string): void {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK);
  } catch (error) {
    throw new StartupError(`DATA_DIR: в файл ${file} нельзя писать: ${reasonOf(error)}.${ownerAdvice(file)}`, {
      cause: error,
    });
  }
}

/** StartupError when not writable, but only a log line for the default inside DATA_DIR or a full disk. */
export function prepareBackupDir({ backupDir, dataDir }: { backupDir: string; dataDir: string }): string | undefined {
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o700 });
    accessSync(backupDir, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    if (path.dirname(backupDir) === dataDir || isDiskFull(error))
      return `BACKUP_DIR ${backupDir} cannot be written: ${messageOf(error)}.`;
    throw notWritable('BACKUP_DIR', backupDir, error);
  }
}

/** If rights are missing, the message names the command that grants them. */
function notWritable(variable: string, directory: string, error: unknown): StartupError {
  const isClosed = ['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code));
  const give = existsSync(directory) ? 'chown -R' : 'install -d -o';
  const advice = ` Отдайте её тому, кто запускает сервер: sudo ${give} ${process.getuid?.()} ${directory}`;
  const why = `${variable} ${directory}: в эту папку нельзя писать: ${reasonOf(error)}.`;
  return new StartupError(isClosed ? why + advice : why, { cause: error });
}

/** The command that gives this user a file of another owner, for an error message; otherwise empty. */
export function ownerAdvice(file: string): string {
  const [owner, own] = [fileAt(file)?.uid, process.getuid?.()];
  if (owner === undefined || !own || owner === own) return '';
  return ` Файл принадлежит другому пользователю. Отдайте папку тому, кто запускает сервер: sudo chown -R ${own} ${path.dirname(file)}`;
}

export function databaseIn(dataDir: string): string {
  return path.join(dataDir, 'rampa.sqlite');
}

/** Restricts the rights of a folder that may be open to all. Returns a log line if something was changed. */
export function restrictPermissions(dataDir: string): string | undefined {
  const file = databaseIn(dataDir);
  const open = ['', '-wal', '-shm'].map((ending) => file + ending).filter((each) => (fileAt(each)?.mode ?? 0) & OTHERS);
  if (open.length === 0 || process.platform === 'win32') return undefined;
  const before = `DATA_DIR: every user of this machine could open ${file}, which holds password hashes and keys;`;
  try {
    for (const each of open) chmodSync(each, statSync(each).mode & ~OTHERS & 0o777);
    return `${before} its mode was changed.`;
  } catch (error) {
    return `${before} its mode cannot be changed: ${messageOf(error)}.`;
  }
}

const OTHERS = 0o007;

export function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  events: DatabaseEvents = {},
): Promise<Db> | Db {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, undefined, events);
  const file = databaseIn(config.dataDir);
  try {
    return openSqlite(file, 0, events);
  } catch (error) {
    throw new StartupError(
      `DATA_DIR: базу данных ${file} нельзя открыть: ${isOutOfSpace(error) ? 'на диске не осталось места' : reasonOf(error)}.${ownerAdvice(file)}`,
    );
  }
}

/** One transaction, under a lock that other starting servers wait for. StartupError on a newer database. */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const migrator = createMigrator(db);
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error === undefined) return;
  if (error instanceof Error && /corrupted migrations/.test(error.message))
    throw new StartupError(
      'Базу данных записала более новая версия rampa. Запустите ту версию или восстановите копию, сделанную этой.',
    );
  throw error;
}

/** PostgreSQL records the migrations in `schema` when given. */
export function createMigrator(db: Db, schema?: string): Migrator {
  const provider = { getMigrations: async () => migrations };
  return new Migrator({ db, provider, ...(schema !== undefined && { migrationTableSchema: schema }) });
}

/** Names of the applied migrations, in order. */
export async function appliedSteps(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** First applied step that this version does not know: a newer one wrote the database. */
export async function newerStep(db: Db): Promise<string | undefined> {
  return (await appliedSteps(db)).find((name) => !Object.hasOwn(migrations, name));
}
