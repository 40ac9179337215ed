import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './tables.ts';

/** PostgreSQL records the migrations in `schema` when given. */
export function createMigrator(db: Db, schema?: string): Migrator {
  const provider = { getMigrations: async () => migrations };
  return new Migrator({ db, provider, ...(schema !== undefined && { migrationTableSchema: schema }) });
}
