import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './tables.ts';

/** Brings a database to one of the steps of the schema. In PostgreSQL it notes the steps in `schema` when that is given. */
export function createMigrator(db: Db, schema?: string): Migrator {
  const provider = { getMigrations: async () => migrations };
  return new Migrator({ db, provider, ...(schema !== undefined && { migrationTableSchema: schema }) });
}
