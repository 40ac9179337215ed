import type { Kysely } from 'kysely';
import { strict } from '../../dialect.ts';

export async function createEditing(db: Kysely<unknown>): Promise<void> {
  await createRevisions(db);
  await createPreviews(db);
  await createPresence(db);
}

async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('revisions')
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      .addColumn('saved_by', 'text')
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('cover_image_url', 'text')
      .addColumn('cover_alt', 'text', (column) => column.notNull())
      .addColumn('publish_at', 'text')
      .addColumn('expires_at', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('date_follows', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('revisions_pk', ['article_id', 'version']),
  ).execute();
}

async function createPreviews(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('previews')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('previews_article').on('previews').column('article_id').execute();
}

async function createPresence(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('presence')
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('tab', 'text', (column) => column.notNull())
      .addColumn('opened_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('presence_pk', ['article_id', 'username', 'tab']),
  ).execute();
}
