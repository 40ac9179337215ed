import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** One row that every announced change counts up: how other processes on the same database notice it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('changes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull());
  await strict(db, table).execute();
  await (db as Kysely<{ changes: { id: number; version: number } }>)
    .insertInto('changes')
    .values({ id: 1, version: 0 })
    .execute();
}
