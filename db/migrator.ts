import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { hasTable } from './dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './tables.ts';

/** PostgreSQL records the migrations in `schema` when given. */
export function createMigrator(db: Db, schema?: string): Migrator {
  const provider = { getMigrations: async () => migrations };
  return new Migrator({ db, provider, ...(schema !== undefined && { migrationTableSchema: schema }) });
}

/** First applied step that this version does not know: a newer one wrote the database. */
export async function newerStep(db: Db): Promise<string | undefined> {
  if (!(await hasTable(db, 'kysely_migration'))) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).find((name) => !Object.hasOwn(migrations, name));
}
