import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { type DatabaseEvents, makeReadOnly } from '../../db/dialect.ts';
import { isDamage } from '../../db/errors.ts';
import { migrations } from '../../db/migrations/index.ts';
import { databaseIn, openDatabase, ownerAdvice } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { messageOf, StartupError } from '../../errors.ts';
import { problemOfPages, readDatabaseFile, readOnly } from './file.ts';
import { assertNotLost, isAbsent } from './lost.ts';

const CHECKED_AT_START = 64 * 1024 * 1024; // bytes, some 20 ms; a worker checks larger files after the start
/** Present since the first migration, and together in no other program's database. */
const OURS = ['kysely_migration', 'admins'];

const FULL = 'DATA_DIR: no room is left on the disk: the site can be read, changes are refused until there is room.';
const ROOM_AGAIN = 'DATA_DIR: there is room on the disk again, changes are taken.';

/** Checks an SQLite file before opening it (StartupError). Later damage makes it read-only. `begin` checks a large file in the background. */
export async function openChecked(
  config: Config,
  log: Logger,
  { onQuery, onReplaced }: Required<Pick<DatabaseEvents, 'onQuery' | 'onReplaced'>>,
) {
  const file = config.databaseUrl ? undefined : databaseIn(config.dataDir);
  await assertNotLost(config, isWithoutSite);
  const isExamined = file !== undefined && examineDatabase(file);
  const watch = watchHealth((problem) => {
    log.error(`DATA_DIR: the database is damaged and only readable from now on: ${problem}. Restore a backup.`);
    void makeReadOnly(db).catch(() => {});
  });
  const db: Db = await openDatabase(config, {
    onQuery,
    onError: watch.onError,
    onFull: (isFull) => (isFull ? log.error(FULL) : log.warn(ROOM_AGAIN)),
    onReplaced: () => {
      log.warn('DATA_DIR: another database stands in the place of the former one and is used from now on.');
      onReplaced();
    },
  });
  const begin = () => {
    if (isExamined) watch.passed();
    else if (file) void watch.check(file);
  };
  return { db, integrity: { health: watch.health, stop: watch.stop, begin } };
}

/** Changes no byte of the file. StartupError when damaged, foreign or newer; false for a large one, whose pages are still to be checked. */
export function examineDatabase(file: string): boolean {
  const found = readDatabaseFile(file);
  if ('fault' in found) throw refuse(file, found.fault);
  if (found.size === 0) return true;
  const isSmall = found.size <= CHECKED_AT_START;
  const fault = readOnly(file, found.hasLog, (raw) => faultOfSchema(raw) ?? (isSmall ? faultOfPages(raw) : undefined));
  if (fault) throw refuse(file, fault);
  return isSmall;
}

/** Whether the file is absent, empty, or has only the migrator's tables. Leaves the file byte-identical. */
function isWithoutSite(file: string): boolean {
  if (isAbsent(file)) return true;
  const found = readDatabaseFile(file);
  if ('fault' in found) return false;
  return readOnly(file, found.hasLog, (raw) => (isUnmigrated(tablesIn(raw)) ? 'empty' : undefined)) === 'empty';
}

function tablesIn(raw: DatabaseSync): string[] {
  const tables = raw.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all();
  return tables.map(({ name }) => String(name));
}

/** A server killed in its first start leaves an empty database or the migrator's two tables. */
function isUnmigrated(names: string[]): boolean {
  return names.every((name) => name.startsWith('kysely_'));
}

function faultOfPages(raw: DatabaseSync): string | undefined {
  const problem = problemOfPages(raw);
  return problem && `повреждена (${problem})`;
}

function faultOfSchema(raw: DatabaseSync): string | undefined {
  const names = tablesIn(raw);
  if (isUnmigrated(names)) return undefined;
  if (!OURS.every((name) => names.includes(name))) return 'принадлежит другой программе';
  const steps = raw.prepare('select name from kysely_migration').all();
  const newer = steps.map(({ name }) => String(name)).find((name) => !Object.hasOwn(migrations, name));
  return newer === undefined
    ? undefined
    : `записана более новой версией rampa (шаг ${newer}): запустите ту версию или восстановите копию, сделанную этой`;
}

function refuse(file: string, fault: string): StartupError {
  const untouched = statSync(file, { throwIfNoEntry: false })?.isFile() ? ' Файл остался как был.' : '';
  return new StartupError(`DATA_DIR: база данных ${file} ${fault}.${untouched}${ownerAdvice(file)}`);
}

export interface DatabaseHealth {
  state: 'unknown' | 'checking' | 'good' | 'damaged'; // `unknown` also for PostgreSQL, which checks itself
  problem: string | undefined; // SQLite's message; only when damaged
  checkedAt: Date | null;
}

/** `damaged` is called once and must end all writes: what is readable stays readable. */
export function watchHealth(damaged: (problem: string) => void) {
  const health: DatabaseHealth = { state: 'unknown', problem: undefined, checkedAt: null };
  let worker: Worker | undefined;

  function markDamaged(problem: string): void {
    if (health.state === 'damaged') return;
    Object.assign(health, { state: 'damaged', problem });
    damaged(problem);
  }

  return {
    health,
    onError(error: unknown): void {
      if (isDamage(error)) markDamaged(messageOf(error));
    },
    passed(): void {
      if (health.state === 'unknown') Object.assign(health, { state: 'good', checkedAt: new Date() });
    },
    /** Checks the whole file in a worker; never rejects. */
    async check(file: string): Promise<void> {
      if (health.state !== 'damaged') health.state = 'checking';
      worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: file });
      worker.unref();
      const verdict = await verdictOf(worker);
      if (!verdict) {
        if (health.state === 'checking') health.state = health.checkedAt ? 'good' : 'unknown';
        return;
      }
      health.checkedAt = new Date();
      if (verdict.problem !== undefined) markDamaged(verdict.problem);
      else if (health.state === 'checking') health.state = 'good';
    },
    stop: async () => void (await worker?.terminate()),
  };
}

function verdictOf(worker: Worker): Promise<{ problem: string | undefined } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ problem: string | undefined } | undefined>();
  worker.once('message', (problem?: string) => resolve({ problem }));
  worker.once('error', (error) => resolve(isDamage(error) ? { problem: messageOf(error) } : undefined));
  worker.once('exit', () => resolve(undefined));
  return promise;
}
