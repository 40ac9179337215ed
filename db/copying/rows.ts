import { setImmediate as othersTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { binaryOrder } from '../dialect.ts';
import type { Db } from '../tables.ts';
import type { Table } from './tables.ts';

export type Value = string | number | bigint | Uint8Array | null;
export type Row = Record<string, Value>;

/** Rows per query: bodies of up to 2 MiB each still fit in memory; most rows are a thousandth of that. */
const AT_ONCE = { first: 20, most: 200 };
const BATCH_SIZE = 2_000_000; // characters

/** In key order; with `from`, that row is included. */
export async function* readRows(db: Db, table: Table, from?: Row): AsyncGenerator<Row[]> {
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

export async function countUpTo(db: Db, table: Table, last: Row): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(table.name)} where ${keyOf(db, table)} < ${keyIn(table, last)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

export async function lastKey(db: Db, table: Table): Promise<Row | undefined> {
  const order = table.key.map((name) => sql`${ordered(db, table, name)} desc`);
  const { rows } = await sql<Row>`
    select ${sql.join(table.key.map((name) => sql.ref(name)))} from ${sql.table(table.name)}
    order by ${sql.join(order)} limit 1`.execute(db);
  return rows[0];
}
