import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** Origins of imported items, so that a repeated import creates no duplicates, and their former URLs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('imported')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('article_id', 'integer', (column) => column.references('articles.id').onDelete('cascade'))
      .addColumn('url', 'text')
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('imported_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('imported_key', ['source', 'item']),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('old_addresses')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id').onDelete('cascade')),
  ).execute();
  for (const table of ['imported', 'old_addresses'])
    await db.schema.createIndex(`${table}_article`).on(table).column('article_id').execute();
}
