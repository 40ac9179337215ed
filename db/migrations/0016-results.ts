import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('results')
      .addColumn('show_id', 'integer', (column) => column.primaryKey().references('shows.id').onDelete('cascade'))
      .addColumn('sections', 'text', (column) => column.notNull())
      .addColumn('control_total', 'integer')
      .addColumn('armed_at', 'text')
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
  // Without foreign keys, like `cues`: the newest id, by which open pages order states, never goes back.
  await strict(
    db,
    withId(db, db.schema.createTable('reveals'))
      .addColumn('show_id', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('step', 'integer')
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.unique())
      .addColumn('undoes', 'integer', (column) => column.unique()),
  ).execute();
  await db.schema.createIndex('reveals_of_show').on('reveals').columns(['show_id', 'id']).execute();
}
