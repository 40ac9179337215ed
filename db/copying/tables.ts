import { sql } from 'kysely';
import { currentSchema } from '../dialect.ts';
import type { Db, Tables } from '../tables.ts';

/** Image bytes are not copied as rows: they go from storage to storage, which with SQLite is a folder. */
export type TableName = Exclude<keyof Tables, 'picture_parts'>;

export interface Table {
  name: TableName;
  key: readonly string[];
  /** Sorted: the two dialects list columns in different orders. */
  columns: string[];
  /** Text columns: their default collation differs between the dialects. */
  texts: Set<string>;
  counter: string | undefined;
}

/** Primary key of every table; a table follows those that it references. */
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
export const EVERY_TABLE: readonly (keyof Tables)[] = [...TABLE_NAMES, 'picture_parts'];

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
