import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('journal'))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('who', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull()),
  ).execute();
  await db.schema.alterTable('admins').addColumn('last_login_at', 'text').execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await createImageLibrary(db);
}

async function createImageLibrary(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('images')
    .addColumn('alt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('images')
    .addColumn('alt_search', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('images_newest').on('images').columns(['created_at desc', 'name desc']).execute();
  await strict(
    db,
    db.schema
      .createTable('image_uses')
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('image_uses_pk', ['article_id', 'hash']),
  ).execute();
  await db.schema.createIndex('image_uses_hash').on('image_uses').column('hash').execute();
  // Which articles changed since the last search is read from here, without their bodies.
  await db.schema.createIndex('articles_version').on('articles').column('version').execute();
  await strict(
    db,
    db.schema
      .createTable('image_searches')
      .addColumn('article_id', 'integer', (column) => column.primaryKey().references('articles.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
}
