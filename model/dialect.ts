import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type CreateTableBuilder,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Older releases can corrupt a write-ahead log when a checkpoint races with a reset. */
const OLDEST_SQLITE = [3, 51, 3];
const PREPARED_STATEMENTS = 200;

/**
 * Opens (and creates) the SQLite file for the server: write-ahead log, every commit synced to disk, foreign keys on.
 * `busyTimeout` in ms stays 0 in the server, because node:sqlite would block the whole process while it waits.
 */
export function openSqlite(file: string, busyTimeout = 0): Db {
  const raw = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true });
  raw.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off; pragma temp_store = memory',
  );
  assertSqliteVersion(String(raw.prepare('select sqlite_version() as version').get()?.version));
  return new Kysely<Tables>({ dialect: new LocalDialect({ database: adapt(raw) }) });
}

/** Connects to PostgreSQL lazily: nothing is asked before the first query. Waits are bounded, in ms. */
export async function openPostgres(url: string): Promise<Db> {
  const { Pool } = (await import('pg')).default;
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    keepAlive: true,
  });
  // An idle connection that the server cuts must not end the process: the next query opens another.
  pool.on('error', () => {});
  // Nor one that is cut between two queries of a transaction: the next of them fails, and says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The number column that counts rows up by itself. */
export function withId<T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) {
  return isSqlite(db)
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity());
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

/** The file is locked by another process (SQLite) or the transaction lost a race (PostgreSQL): try again. */
export function isBusy(error: unknown): boolean {
  const { errcode, code } = errorCodes(error);
  return (errcode !== undefined && (errcode & 0xff) === 5) || code === '40001' || code === '40P01' || code === '55P03';
}

/** A unique index refused the row. */
export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = errorCodes(error);
  return errcode === 2067 || errcode === 1555 || code === '23505';
}

/** The database cannot be reached at all: refused, cut, shutting down or timed out. */
export function isUnreachable(error: unknown): boolean {
  const { code } = errorCodes(error);
  if (
    code &&
    (/^(08|57P)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOST|NOTFOUND|AI_AGAIN)/.test(code) || code === '53300')
  )
    return true;
  return error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
}

/** The database cannot be read now: unreachable, too slow to answer, locked by another process, or its file fails. */
export function isAway(error: unknown): boolean {
  const { errcode, code } = errorCodes(error);
  if (errcode !== undefined && UNREADABLE.includes(errcode & 0xff)) return true;
  return isUnreachable(error) || code === '57014';
}

/** SQLite's busy, locked, I/O error, corrupt, cannot open, no database. */
const UNREADABLE = [5, 6, 10, 11, 14, 26];

/** PostgreSQL answers and does not let us in: wrong name or password, no such database, no rights in it. */
export function isRefusedByServer(error: unknown): boolean {
  return /^(28|3D000|42501)/.test(errorCodes(error).code ?? '');
}

function errorCodes(error: unknown): { errcode?: number; code?: string } {
  return typeof error === 'object' && error !== null ? (error as { errcode?: number; code?: string }) : {};
}

/** Kysely's SQLite dialect on node:sqlite: takes the write lock at the start of a transaction, and knows that its DDL can be rolled back. */
class LocalDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase };

  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): ReturnType<Dialect['createAdapter']> {
    return new TransactionalAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Prepared statements are kept, the oldest dropped first: parsing SQL costs more than most of these queries. */
function adapt(raw: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    close: () => raw.close(),
    prepare(text) {
      const known = prepared.get(text);
      if (known) return known;
      const statement = adaptStatement(raw.prepare(text));
      prepared.set(text, statement);
      if (prepared.size > PREPARED_STATEMENTS) prepared.delete(prepared.keys().next().value ?? '');
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as SQLInputValue[])),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}

function assertSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((oldest, at) => (parts[at] ?? 0) - oldest).find((value) => value !== 0) ?? 0;
  if (difference < 0)
    throw new Error(
      `SQLite ${version} is too old: at least ${OLDEST_SQLITE.join('.')} is needed. Use the Node that npm installed.`,
    );
}
