import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('files')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_search', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('seconds', 'integer')
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text'),
  ).execute();
  await db.schema.createIndex('files_newest').on('files').columns(['created_at desc', 'name desc']).execute();
}
