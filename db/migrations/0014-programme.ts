import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('shows'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('hall', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'text', (column) => column.notNull())
      .addColumn('ends_at', 'text')
      .addColumn('is_public', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    withId(db, db.schema.createTable('contestants'))
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('song', 'text', (column) => column.notNull())
      .addColumn('authors', 'text', (column) => column.notNull())
      .addColumn('region', 'text', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('image_credit', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('clip', 'text')
      .addColumn('age_mark', 'text')
      .addColumn('is_withdrawn', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('performances')
      .addColumn('show_id', 'integer', (column) => column.notNull().references('shows.id').onDelete('cascade'))
      .addColumn('contestant_id', 'integer', (column) =>
        column.notNull().references('contestants.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('performances_key', ['show_id', 'contestant_id']),
  ).execute();
  await db.schema.createIndex('performances_of_contestant').on('performances').column('contestant_id').execute();
}
