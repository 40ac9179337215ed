import { sql, type TableMetadata } from 'kysely';
import { currentSchema, isSqlite, openSqlite } from '../dialect.ts';
import { migrations } from '../migrations/index.ts';
import { appliedSteps, createMigrator, migrate } from '../open.ts';
import type { Db, Tables } from '../tables.ts';

/** Image bytes are not copied as rows: they are copied between stores, and the store of SQLite is a folder. */
export type TableName = Exclude<keyof Tables, typeof IMAGE_BYTES>;
export const IMAGE_BYTES = 'picture_parts';

export interface Table {
  name: TableName;
  key: readonly string[];
  columns: string[]; // sorted: the two dialects list columns in different orders
  texts: Set<string>; // their default collation differs between the dialects
  counter: string | undefined;
}

interface KnownTable {
  name: keyof Tables;
  key: string[];
}

/** Tables and their primary keys after the migration `step` (default: the last), referenced tables first: read from a database in memory. */
export async function knownTables(step?: string): Promise<KnownTable[]> {
  const db = openSqlite(':memory:');
  try {
    await migrate(db, step);
    // Virtual tables are indexes that triggers fill.
    const { rows: tables } = await sql<{ name: string }>`
      select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!'
      and name not like 'kysely!_%' escape '!' order by name`.execute(db);
    const { rows: keys } = await sql<{ name: string; column: string }>`
      select m.name, c.name as column from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table' and c.pk > 0 order by m.name, c.pk`.execute(db);
    const { rows: references } = await sql<{ name: string; other: string }>`
      select m.name, f."table" as other from sqlite_schema m, pragma_foreign_key_list(m.name) f
      where m.type = 'table'`.execute(db);
    const ordered: string[] = [];
    const add = (name: string) => {
      for (const each of references) if (each.name === name && each.other !== name) add(each.other);
      if (!ordered.includes(name)) ordered.push(name);
    };
    for (const { name } of tables) add(name);
    return ordered.map((name) => ({
      name: name as keyof Tables,
      key: keys.filter((each) => each.name === name).map(({ column }) => column),
    }));
  } finally {
    await db.destroy();
  }
}

/** Tables as of this database's last migration, or of this version's if the database is empty. */
export async function tablesOf(db: Db): Promise<KnownTable[]> {
  return knownTables((await appliedSteps(db)).findLast((name) => Object.hasOwn(migrations, name)));
}

/** The tables of `tablesOf` that exist in this database, without image bytes. */
export async function listTables(db: Db): Promise<Table[]> {
  const found = await tablesIn(db);
  return (await tablesOf(db)).flatMap(({ name, key }) => {
    const table = found.find((each) => each.name === name);
    if (!table || name === IMAGE_BYTES) return [];
    const columns = table.columns.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return {
      name,
      // A database that is not migrated yet may lack a column of the key.
      key: key.filter((column) => columns.some((each) => each.name === column)),
      columns: columns.map((column) => column.name),
      texts: new Set(columns.filter(({ dataType }) => /^text$/i.test(dataType)).map((column) => column.name)),
      counter: columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name,
    };
  });
}

/** Names of the tables of this version that a database of this version lacks. */
export async function absentTables(db: Db): Promise<string[]> {
  const steps = await createMigrator(db).getMigrations();
  if (steps.some(({ executedAt }) => executedAt === undefined)) return [];
  const found = new Set((await tablesIn(db)).map(({ name }) => name));
  return (await knownTables()).map(({ name }) => name).filter((name) => !found.has(name));
}

async function tablesIn(db: Db): Promise<TableMetadata[]> {
  const schema = await currentSchema(db);
  return (await db.introspection.getTables()).filter((table) => table.schema === schema);
}

export async function countRows(db: Db, name: TableName): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The counter may be above the last row: ids of deleted rows are not reused. */
export async function copyCounter(from: Db, to: Db, { name, counter }: Table): Promise<void> {
  if (!counter) return;
  const value = await readCounter(from, name, counter);
  if (value !== undefined) await setCounter(to, name, counter, value);
}

/** The last id given out by `withId`'s counter; undefined when none. */
async function readCounter(db: Db, table: keyof Tables, column: string): Promise<number | undefined> {
  const { rows } = isSqlite(db)
    ? await sql<{ value: number | null }>`select seq as value from sqlite_sequence where name = ${table}`.execute(db)
    : await sql<{ value: string | null }>`
        select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass) as value`.execute(db);
  const value = rows[0]?.value;
  return value === null || value === undefined ? undefined : Number(value);
}

async function setCounter(db: Db, table: keyof Tables, column: string, value: number): Promise<void> {
  if (!isSqlite(db)) {
    // SQLite keeps a counter of 0 for a table that never had a row; a PostgreSQL sequence starts at 1.
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${Math.max(1, value)}, ${value > 0})`.execute(
      db,
    );
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(db);
}
