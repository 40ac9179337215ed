import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { copyTables } from '../../../db/copying/copying.ts';
import type { TableName } from '../../../db/copying/tables.ts';
import { isSqlite, openSqlite } from '../../../db/dialect.ts';
import { appliedSteps, migrate } from '../../../db/open.ts';
import { openReadOnly } from '../../../db/sqlite/opening.ts';
import type { Db } from '../../../db/tables.ts';
import type { Progress } from './reader.ts';

/** Not backed up: a leaked backup must not let anybody in. A restore signs everybody out. */
export const EXCLUDED_TABLES: readonly TableName[] = [
  'sessions',
  'login_links',
  'invitations',
  'login_failures',
  'login_name_failures',
  'login_paces',
  'upload_days',
  'presence',
  'jobs',
];

const BUSY_TIMEOUT = 5000; // ms

/** Consistent snapshot into the new SQLite file `to`, without blocking writers; SQLite uses VACUUM INTO and needs no `db`. */
export async function takeSnapshot(db: Db | undefined, dataDir: string, to: string, progress: Progress): Promise<void> {
  if (!db || isSqlite(db)) {
    using raw = openReadOnly(path.join(dataDir, 'rampa.sqlite'), BUSY_TIMEOUT);
    raw.prepare('vacuum into ?').run(to);
  } else await copyPostgres(db, to, progress);
  emptyExcluded(to);
}

/** Leaves WAL mode: the database becomes one file without a WAL. */
export function leaveWal(file: string): void {
  using raw = new DatabaseSync(file);
  raw.exec('pragma journal_mode = delete');
}

async function copyPostgres(db: Db, to: string, progress: Progress): Promise<void> {
  await using file = openSqlite(to);
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await migrate(file, (await appliedSteps(tx)).at(-1));
      const reportDone = (done: number, total: number) => progress('Копирую базу', done, total);
      await copyTables(tx, file, { leaveOut: EXCLUDED_TABLES, progress: reportDone });
    });
}

function emptyExcluded(file: string): void {
  using raw = new DatabaseSync(file);
  const tables = raw.prepare("select name from sqlite_master where type = 'table'").all();
  const known = new Set(tables.map(({ name }) => name));
  raw.exec('pragma secure_delete = on');
  for (const name of EXCLUDED_TABLES) if (known.has(name)) raw.exec(`delete from ${name}`);
}
