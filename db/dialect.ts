import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CreateTableBuilder, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import { StartupError } from '../errors.ts';
import { LocalDialect, openLocal, type SqliteEvents } from './sqlite/local.ts';
import type { Db, Tables } from './tables.ts';

const CONNECTION_NAME = `rampa ${process.pid} ${hostname()}`.slice(0, 63);

export interface DatabaseEvents extends SqliteEvents {
  onQuery?: (event: LogEvent) => void;
}

export interface DatabaseFacts {
  kind: 'sqlite' | 'postgresql';
  version: string;
  schema: string; // the last migration; empty when there is none
  steps: number;
  bytes: number;
  clock: number | undefined; // Unix ms; undefined with SQLite
}

/** `busyTimeout` in ms: 0 in the server, because node:sqlite blocks the event loop while it waits. */
export function openSqlite(file: string, busyTimeout = 0, { onQuery, ...events }: DatabaseEvents = {}): Db {
  const dialect = new LocalDialect({ database: openLocal(file, busyTimeout, events) });
  return new Kysely<Tables>({ dialect, log: onQuery });
}

/** Connects on the first query. `statementTimeout` in ms; 0 = unlimited, for commands that read whole tables. */
export async function openPostgres(url: string, statementTimeout = 5000, events: DatabaseEvents = {}): Promise<Db> {
  const { createPool } = await import('./postgres/pool.ts');
  const pool = await createPool(url, CONNECTION_NAME, statementTimeout);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: events.onQuery });
}

export function withId<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return isSqlite(db)
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity());
}

export function withBytes<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return table.addColumn('bytes', isSqlite(db) ? 'blob' : 'bytea', (column) => column.notNull());
}

/** No TOAST compression for data that is compressed already. */
export async function keepUncompressed(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  if (isSqlite(db)) return;
  await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`.execute(db);
}

/** SQLite checks types only in STRICT tables. */
export function strict<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return isSqlite(db) ? table.modifyEnd(sql`strict`) : table;
}

/** `instanceof` fails across bundles, which have a copy of Kysely each. Only the SQLite adapter has a single connection. */
export function isSqlite(db: Kysely<unknown> | Db): boolean {
  return !(db as Kysely<unknown>).getExecutor().adapter.supportsMultipleConnections;
}

/** Case-sensitive substring test: faster than LIKE, and needs no escaping. */
export function contains(db: Kysely<unknown> | Db, column: string, part: string) {
  const text = sql.ref(column);
  return isSqlite(db) ? sql<boolean>`instr(${text}, ${part}) > 0` : sql<boolean>`strpos(${text}, ${part}) > 0`;
}

/** Sorts by UTF-8 bytes, the same in both dialects whatever collation PostgreSQL has. */
export function binaryOrder(db: Kysely<unknown> | Db, column: string) {
  return isSqlite(db) ? sql`${sql.ref(column)} collate binary` : sql`${sql.ref(column)} collate "C"`;
}

export async function currentSchema(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name;
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = isSqlite(db)
    ? await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db)
    : await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(db);
  return rows.length > 0;
}

/** Whether other rampa processes are connected. Retries: a killed one stays in pg_stat_activity for a moment. */
export async function hasOthers(db: Db): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database()
      and application_name like 'rampa %' and application_name <> ${CONNECTION_NAME} limit 1`.execute(db);
    if (rows.length === 0) return false;
    if (attempt === LOCK_ATTEMPTS) return true;
    await sleep(LOCK_RETRY_DELAY);
  }
}

const LOCK_ATTEMPTS = 10;
const LOCK_RETRY_DELAY = 200;

/** Blocks other writers, not readers. SQLite has a single writer anyway. */
export async function lockTable(tx: Db, table: string): Promise<void> {
  if (!isSqlite(tx)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
}

/** The database's clock, which all its servers share. */
export async function databaseNow(db: Db): Promise<Date> {
  if (isSqlite(db)) return new Date();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

export async function makeReadOnly(db: Db): Promise<void> {
  if (isSqlite(db)) await sql`pragma query_only = on`.execute(db);
}

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const steps = { schema: rows.at(-1)?.name ?? '', steps: rows.length };
  if (isSqlite(db)) return { kind: 'sqlite', ...(await readSqlite(db)), ...steps, clock: undefined };
  return { kind: 'postgresql', ...(await readPostgres(db)), ...steps };
}

async function readSqlite(db: Db) {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
  `.execute(db);
  return rows[0] ?? { version: '', bytes: 0 };
}

async function readPostgres(db: Db) {
  const { rows } = await sql<{ version: string; bytes: string; clock: string }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      extract(epoch from clock_timestamp()) * 1000 as clock
  `.execute(db);
  const { version = '', bytes = '0', clock = '0' } = rows[0] ?? {};
  return { version: version.split(' ')[0] ?? version, bytes: Number(bytes), clock: Number(clock) };
}

/** StartupError for a PostgreSQL that cannot hold every letter. */
export async function assertUtf8(db: Db): Promise<void> {
  if (isSqlite(db)) return;
  const { rows } = await sql<{ name: string }>`select current_setting('server_encoding') as name`.execute(db);
  if (rows[0]?.name === 'UTF8') return;
  throw new StartupError(
    `DATABASE_URL: база в кодировке ${rows[0]?.name}, в ней есть не все знаки. Создайте другую: createdb --encoding UTF8 --template template0.`,
  );
}
