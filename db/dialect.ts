import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CreateTableBuilder, Kysely, type LogEvent, PostgresDialect, SqliteAdapter, sql } from 'kysely';
import { LocalDialect, openLocal, type SqliteEvents } from './sqlite/local.ts';
import type { Db, Tables } from './tables.ts';

/** What PostgreSQL shows its administrator: which program, on which machine, which process. It keeps 63 bytes. */
const CONNECTION_NAME = `rampa ${process.pid} ${hostname()}`.slice(0, 63);

/** What somebody wants to hear who watches over a database. */
export interface DatabaseEvents extends SqliteEvents {
  /** Every query, with its time and how it ended. */
  asked?: (event: LogEvent) => void;
}

/**
 * Opens (and creates) the SQLite file for the server: write-ahead log, every commit synced to disk, foreign keys on.
 * `busyTimeout` in ms stays 0 in the server, because node:sqlite would block the whole process while it waits.
 */
export function openSqlite(file: string, busyTimeout = 0, { asked, ...events }: DatabaseEvents = {}): Db {
  const dialect = new LocalDialect({ database: openLocal(file, busyTimeout, events) });
  return new Kysely<Tables>({ dialect, ...(asked && { log: asked }) });
}

/**
 * Connects to PostgreSQL lazily: nothing is asked before the first query. A command that reads whole tables may give a statement
 * more time (in ms) than the server does, 0 for as long as it takes.
 */
export async function openPostgres(url: string, statementTimeout = 5000, { asked }: DatabaseEvents = {}): Promise<Db> {
  const { createPool } = await import('./postgres/pool.ts');
  const pool = await createPool(url, CONNECTION_NAME, statementTimeout);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(asked && { log: asked }) });
}

/** The number column that counts rows up by itself. */
export function withId<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return isSqlite(db)
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity());
}

/** A column of raw bytes, `bytes`. */
export function withBytes<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return table.addColumn('bytes', isSqlite(db) ? 'blob' : 'bytea', (column) => column.notNull());
}

/** Spares PostgreSQL the attempt to compress what is compressed already. SQLite never tries. */
export async function keepUncompressed(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  if (isSqlite(db)) return;
  await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`.execute(db);
}

/** SQLite checks types only in STRICT tables. */
export function strict<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return isSqlite(db) ? table.modifyEnd(sql`strict`) : table;
}

/** Whether this is SQLite: asked where the two databases differ. */
export function isSqlite(db: Kysely<unknown> | Db): boolean {
  return (db as Kysely<unknown>).getExecutor().adapter instanceof SqliteAdapter;
}

/** Whether a text column has `part` in it, letter by letter: faster than a pattern, and nothing in it needs escaping. */
export function contains(db: Kysely<unknown> | Db, column: string, part: string) {
  const text = sql.ref(column);
  return isSqlite(db) ? sql<boolean>`instr(${text}, ${part}) > 0` : sql<boolean>`strpos(${text}, ${part}) > 0`;
}

/** Sorts a text column by its bytes (UTF-8), the same in both databases whatever language PostgreSQL was told. */
export function binaryOrder(db: Kysely<unknown> | Db, column: string) {
  return isSqlite(db) ? sql`${sql.ref(column)} collate binary` : sql`${sql.ref(column)} collate "C"`;
}

/** Where a new table would go; SQLite has no such thing. */
export async function currentSchema(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name;
}

/** Whether there is a table of this name, where a new one would go. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = isSqlite(db)
    ? await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db)
    : await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(db);
  return rows.length > 0;
}

/**
 * Whether other programs of ours, servers or commands, are connected to this PostgreSQL. One that has just been killed is not seen
 * after a moment: it is waited for.
 */
export async function hasOthers(db: Db): Promise<boolean> {
  for (let looks = 1; ; looks += 1) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database()
      and application_name like 'rampa %' and application_name <> ${CONNECTION_NAME} limit 1`.execute(db);
    if (rows.length === 0) return false;
    if (looks === LOOKS_FOR_OTHERS) return true;
    await sleep(BETWEEN_LOOKS);
  }
}

const LOOKS_FOR_OTHERS = 10;
/** In ms. */
const BETWEEN_LOOKS = 200;

/** Lets nobody else change the table until the transaction ends; it can be read. SQLite has one writer at a time and needs nothing. */
export async function lockTable(tx: Db, table: keyof Tables): Promise<void> {
  if (!isSqlite(tx)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
}

/** The moment by the clock that all servers on this database share: PostgreSQL's own, or this machine's. */
export async function databaseNow(db: Db): Promise<Date> {
  if (isSqlite(db)) return new Date();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

/** Ends all writing through this connection, whoever asks. Nothing but a restart undoes it. */
export async function makeReadOnly(db: Db): Promise<void> {
  if (isSqlite(db)) await sql`pragma query_only = on`.execute(db);
}
