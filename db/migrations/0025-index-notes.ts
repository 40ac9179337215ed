import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** No foreign keys: IndexNow also receives the URLs of erased articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('index_notes')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('was_public', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('index_notes_pkey', ['kind', 'slug']),
  ).execute();
  await db.schema.createIndex('index_notes_due').on('index_notes').column('due_at').execute();
}
