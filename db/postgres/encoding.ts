import { sql } from 'kysely';
import { isSqlite } from '../dialect.ts';
import type { Db } from '../tables.ts';

export async function narrowEncoding(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined;
  const { rows } = await sql<{ name: string }>`select current_setting('server_encoding') as name`.execute(db);
  return rows[0]?.name === 'UTF8' ? undefined : rows[0]?.name;
}
