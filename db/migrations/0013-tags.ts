import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['articles', 'revisions'])
    await db.schema
      .alterTable(table)
      .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  await strict(
    db,
    db.schema
      .createTable('article_tags')
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_tags_key', ['slug', 'article_id']),
  ).execute();
  await db.schema.createIndex('article_tags_of_article').on('article_tags').column('article_id').execute();
}
