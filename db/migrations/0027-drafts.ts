import { type Kysely, sql } from 'kysely';
import { strict } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('article_drafts')
      .addColumn('article_id', 'integer', (column) => column.primaryKey().references('articles.id').onDelete('cascade'))
      .addColumn('change', 'text', (column) => column.notNull())
      .addColumn('base', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull()),
  ).execute();
  await db.schema
    .alterTable('articles')
    .addColumn('has_draft', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('articles').addColumn('review_at', 'text').execute();
  await db.schema
    .alterTable('articles')
    .addColumn('review_note', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`create index articles_review on articles (review_at) where review_at is not null`.execute(db);
}
