import { createHash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { binaryOrder, isSqlite } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { copyCounter, countRows, listTables, type Table, type TableName } from './tables.ts';

interface TableDigest {
  rows: number;
  sha256: string; // hex, of all rows in key order
}

export type Digests = Record<string, TableDigest>;

interface CopyOptions {
  leaveOut?: readonly TableName[] | undefined;
  progress?: ((done: number, total: number) => void) | undefined; // rows, after each batch
}

type Value = string | number | bigint | Uint8Array | null;
type Row = Record<string, Value>;

/** Rows per query: bodies of up to 2 MiB each still fit in memory; most rows are a thousandth of that. */
const AT_ONCE = { first: 20, most: 200 };
const BATCH_SIZE = 2_000_000; // characters

/** Upserts; resumes from the last key in `to`. `from` must not change: pass a snapshot transaction or stop writers. */
export async function copyTables(from: Db, to: Db, { leaveOut = [], progress }: CopyOptions = {}): Promise<void> {
  const tables = (await listTables(from)).filter(({ name }) => !leaveOut.includes(name));
  const total = await countAll(from, tables);
  let done = 0;
  for (const table of tables) {
    const last = await lastKey(to, table);
    if (last) done += await countUpTo(from, table, last);
    for await (const rows of readRows(from, table, last)) {
      await (to.isTransaction ? insert(to, table, rows) : to.transaction().execute((tx) => insert(tx, table, rows)));
      done += rows.length;
      progress?.(Math.min(done, total), total);
    }
    await copyCounter(from, to, table);
  }
}

/** Equal for equal contents in both dialects. Pass a snapshot transaction while others write. */
export async function digestTables(db: Db, { leaveOut = [], progress }: CopyOptions = {}): Promise<Digests> {
  const tables = (await listTables(db)).filter(({ name }) => !leaveOut.includes(name));
  const total = await countAll(db, tables);
  let done = 0;
  const digests: Digests = {};
  for (const table of tables) {
    const hash = createHash('sha256').update(`${JSON.stringify(table.columns)}\n`);
    let count = 0;
    for await (const rows of readRows(db, table)) {
      for (const row of rows) hash.update(`${JSON.stringify(table.columns.map((name) => plain(row[name])))}\n`);
      count += rows.length;
      done += rows.length;
      progress?.(done, total);
    }
    digests[table.name] = { rows: count, sha256: hash.digest('hex') };
  }
  return digests;
}

async function countAll(db: Db, tables: Table[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) total += await countRows(db, name);
  return total;
}

export function findDifference(one: Digests, other: Digests): string | undefined {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].find((name) => one[name]?.sha256 !== other[name]?.sha256 || one[name]?.rows !== other[name]?.rows);
}

/** Upsert: a migration may have created the row, and a resumed copy repeats its last one. */
async function insert(tx: Db, { name, key, columns }: Table, rows: Row[]): Promise<void> {
  const others = columns.filter((column) => !key.includes(column));
  const over =
    others.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`;
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${isSqlite(tx) ? sql`` : sql`overriding system value`}
    values ${sql.join(values)} on conflict (${sql.join(key.map((column) => sql.ref(column)))}) ${over}`.execute(tx);
}

function plain(value: Value | undefined): string | number | null {
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
}

/** In key order; with `from`, that row is included. */
async function* readRows(db: Db, table: Table, from?: Row): AsyncGenerator<Row[]> {
  let after: RawBuilder<unknown> = from ? sql`where ${keyOf(db, table)} >= ${keyIn(table, from)}` : sql``;
  for (let count = AT_ONCE.first; ; ) {
    const { rows } = await sql<Row>`
      select ${sql.join(table.columns.map((name) => sql.ref(name)))} from ${sql.table(table.name)} ${after}
      order by ${sql.join(table.key.map((name) => ordered(db, table, name)))} limit ${count}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < count || !last) return;
    after = sql`where ${keyOf(db, table)} > ${keyIn(table, last)}`;
    count = nextCount(rows);
    await othersTurn();
  }
}

function nextCount(rows: Row[]): number {
  const size = rows.reduce(
    (sum, row) => sum + Object.values(row).reduce<number>((all, value) => all + sizeOf(value), 0),
    0,
  );
  const fits = Math.floor(BATCH_SIZE / (size / rows.length || 1));
  return Math.max(1, Math.min(AT_ONCE.most, fits));
}

function sizeOf(value: Value | undefined): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
}

function ordered(db: Db, { texts }: Table, column: string): RawBuilder<unknown> {
  return texts.has(column) ? binaryOrder(db, column) : sql.ref(column);
}

function keyOf(db: Db, table: Table): RawBuilder<unknown> {
  return sql`(${sql.join(table.key.map((name) => ordered(db, table, name)))})`;
}

function keyIn({ key }: Table, row: Row): RawBuilder<unknown> {
  return sql`(${sql.join(key.map((name) => row[name] ?? null))})`;
}

async function countUpTo(db: Db, table: Table, last: Row): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(table.name)} where ${keyOf(db, table)} < ${keyIn(table, last)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

async function lastKey(db: Db, table: Table): Promise<Row | undefined> {
  const order = table.key.map((name) => sql`${ordered(db, table, name)} desc`);
  const { rows } = await sql<Row>`
    select ${sql.join(table.key.map((name) => sql.ref(name)))} from ${sql.table(table.name)}
    order by ${sql.join(order)} limit 1`.execute(db);
  return rows[0];
}
