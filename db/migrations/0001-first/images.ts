import type { Kysely } from 'kysely';
import { keepUncompressed, strict, withBytes } from '../../dialect.ts';

export async function createImages(db: Kysely<unknown>): Promise<void> {
  await createImageTable(db);
  await createUses(db);
  await createSearches(db);
  await createParts(db);
}

async function createImageTable(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('images')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('alt', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('alt_search', 'text', (column) => column.notNull().defaultTo('')),
  ).execute();
  await db.schema.createIndex('images_newest').on('images').columns(['created_at desc', 'name desc']).execute();
}

async function createUses(db: Kysely<unknown>): Promise<void> {
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
}

async function createSearches(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('image_searches')
      .addColumn('article_id', 'integer', (column) => column.primaryKey().references('articles.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
}

async function createParts(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('picture_parts')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('picture_parts_pk', ['name', 'part']);
  await strict(db, withBytes(db, table)).execute();
  await keepUncompressed(db, 'picture_parts', 'bytes');
}
