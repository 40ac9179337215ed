import { sql } from 'kysely';
import { currentSchema } from '../dialect.ts';
import type { Db, Tables } from '../tables.ts';

/** The bytes of pictures are no rows to copy: they go from storage to storage, which beside SQLite is a folder. */
export type TableName = Exclude<keyof Tables, 'picture_parts'>;

export interface Table {
  name: TableName;
  key: readonly string[];
  /** In the order of the alphabet: the two databases list them in orders of their own. */
  columns: string[];
  /** Columns of text, which each database sorts in its own way unless told. */
  texts: Set<string>;
  /** The column that counts up by itself. */
  counter: string | undefined;
}

/** Every table with its primary key; a table stands after those that it refers to. */
const KEYS: Record<TableName, readonly string[]> = {
  groups: ['id'],
  articles: ['id'],
  former_slugs: ['slug'],
  revisions: ['article_id', 'version'],
  previews: ['token_hash'],
  presence: ['article_id', 'username', 'tab'],
  settings: ['name'],
  images: ['name'],
  image_uses: ['article_id', 'hash'],
  image_searches: ['article_id'],
  admins: ['id'],
  sessions: ['token_hash'],
  devices: ['token_hash', 'admin_id'],
  login_failures: ['address'],
  login_paces: ['name_hash'],
  login_links: ['token_hash'],
  totp: ['admin_id'],
  recovery_codes: ['admin_id', 'code_hash'],
  journal: ['id'],
  changes: ['id'],
  jobs: ['name'],
};

const TABLE_NAMES = Object.keys(KEYS) as TableName[];
/** All that there may be. */
export const EVERY_TABLE: readonly (keyof Tables)[] = [...TABLE_NAMES, 'picture_parts'];

/** The tables that the database has: an older schema lacks some. */
export async function listTables(db: Db): Promise<Table[]> {
  const schema = await currentSchema(db);
  const found = (await db.introspection.getTables()).filter((table) => table.schema === schema);
  return TABLE_NAMES.flatMap((name) => {
    const table = found.find((each) => each.name === name);
    if (!table) return [];
    const columns = table.columns.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return {
      name,
      key: KEYS[name],
      columns: columns.map((column) => column.name),
      texts: new Set(columns.filter(({ dataType }) => /^text$/i.test(dataType)).map((column) => column.name)),
      counter: columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name,
    };
  });
}

export async function countRows(db: Db, name: TableName): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
