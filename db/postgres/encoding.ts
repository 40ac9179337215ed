import { sql } from 'kysely';
import { isSqlite } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** The encoding of a database that cannot hold every letter and sign, as PostgreSQL names it; undefined for one that can (UTF-8). */
export async function narrowEncoding(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined;
  const { rows } = await sql<{ name: string }>`select current_setting('server_encoding') as name`.execute(db);
  return rows[0]?.name === 'UTF8' ? undefined : rows[0]?.name;
}
