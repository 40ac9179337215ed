import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Without foreign keys: rows outlive their show, so the newest id, by which open pages order states, never goes back.
  await strict(
    db,
    withId(db, db.schema.createTable('cues'))
      .addColumn('show_id', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('contestant_id', 'integer')
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.unique())
      .addColumn('undoes', 'integer', (column) => column.unique()),
  ).execute();
  await db.schema.createIndex('cues_of_show').on('cues').columns(['show_id', 'id']).execute();
}
