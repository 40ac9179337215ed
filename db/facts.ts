import { sql } from 'kysely';
import { isSqlite } from './dialect.ts';
import type { Db } from './tables.ts';

export interface DatabaseFacts {
  kind: 'sqlite' | 'postgresql';
  version: string;
  schema: string; // the last migration; empty when there is none
  steps: number;
  bytes: number;
  clock: number | undefined; // Unix ms; undefined with SQLite
  link: 'inside' | 'encrypted' | 'open'; // `inside` this machine, or over a network
}

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const steps = { schema: rows.at(-1)?.name ?? '', steps: rows.length };
  if (isSqlite(db)) return { kind: 'sqlite', ...(await readSqlite(db)), ...steps, clock: undefined, link: 'inside' };
  return { kind: 'postgresql', ...(await readPostgres(db)), ...steps };
}

async function readSqlite(db: Db) {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
  `.execute(db);
  return rows[0] ?? { version: '', bytes: 0 };
}

async function readPostgres(db: Db) {
  const { rows } = await sql<{ version: string; bytes: string; clock: string; link: DatabaseFacts['link'] }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      extract(epoch from clock_timestamp()) * 1000 as clock,
      case
        when (select ssl from pg_stat_ssl where pid = pg_backend_pid()) then 'encrypted'
        when coalesce(inet_client_addr() <<= '127.0.0.0/8' or inet_client_addr() = '::1', true) then 'inside'
        else 'open'
      end as link
  `.execute(db);
  const { version = '', bytes = '0', clock = '0', link = 'open' } = rows[0] ?? {};
  return { version: version.split(' ')[0] ?? version, bytes: Number(bytes), clock: Number(clock), link };
}

/** Encoding of a database that cannot hold every letter. */
export async function narrowEncoding(db: Db): Promise<string | undefined> {
  if (isSqlite(db)) return undefined;
  const { rows } = await sql<{ name: string }>`select current_setting('server_encoding') as name`.execute(db);
  return rows[0]?.name === 'UTF8' ? undefined : rows[0]?.name;
}
