import { sql } from 'kysely';
import { isSqlite } from './dialect.ts';
import type { Db, Tables } from './tables.ts';

export function overridingIds(db: Db) {
  return isSqlite(db) ? sql`` : sql`overriding system value`;
}

/** The last id given out by `withId`'s counter; undefined when none. */
export async function readCounter(db: Db, table: keyof Tables, column: string): Promise<number | undefined> {
  const { rows } = isSqlite(db)
    ? await sql<{ value: number | null }>`select seq as value from sqlite_sequence where name = ${table}`.execute(db)
    : await sql<{ value: string | null }>`
        select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass) as value`.execute(db);
  const value = rows[0]?.value;
  return value === null || value === undefined ? undefined : Number(value);
}

export async function setCounter(db: Db, table: keyof Tables, column: string, value: number): Promise<void> {
  if (!isSqlite(db)) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${value})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(db);
}
