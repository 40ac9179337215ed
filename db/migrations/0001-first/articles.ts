import { type Kysely, type RawBuilder, sql } from 'kysely';
import { keepUncompressed, strict, withBytes, withId } from '../../dialect.ts';

export async function createArticles(db: Kysely<unknown>): Promise<void> {
  await createGroups(db);
  await createArticleTable(db);
  await createIndexes(db);
  await createListIndexes(db);
  await createFormerSlugs(db);
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('groups'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
}

async function createArticleTable(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('articles'))
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_search', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('lead', 'text', (column) => column.notNull())
      .addColumn('cover_image_url', 'text')
      .addColumn('publish_at', 'text')
      .addColumn('expires_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('cover_alt', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('group_id', 'integer', (column) => column.references('groups.id').onDelete('set null'))
      .addColumn('updated_by', 'text')
      .addColumn('date_follows', 'integer', (column) => column.notNull().defaultTo(0)),
  ).execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('articles_slug')
    .unique()
    .on('articles')
    .column('slug')
    .where(sql<boolean>`deleted_at is null`)
    .execute();
  // Includes deleted articles: a new article with their slug continues their version numbers.
  await createIndex(db, 'articles_any_slug', ['slug', 'version']);
  await createIndex(db, 'articles_expires_at', ['expires_at', 'deleted_at']);
  await createIndex(db, 'articles_group', ['group_id'], sql`group_id is not null`);
  await createIndex(db, 'articles_deleted', ['deleted_at'], sql`deleted_at is not null`);
  // Finds articles changed since their last image search without reading their bodies.
  await createIndex(db, 'articles_version', ['version']);
}

/** Covering indexes: bodies precede most columns. SQLite reads the row for any column missing here, even a null one. */
async function createListIndexes(db: Kysely<unknown>): Promise<void> {
  const place = ['date desc', 'id desc', 'publish_at', 'deleted_at'];
  const isPublic = sql<boolean>`deleted_at is null and publish_at is not null`;
  await createIndex(db, 'articles_public', [...place, 'expires_at'], isPublic);
  await createIndex(db, 'articles_living', [...place, 'title_search'], sql`deleted_at is null`);
  await createIndex(db, 'articles_drafts', [...place, 'title_search'], sql`deleted_at is null and publish_at is null`);
  // Excludes drafts: they must be listed by their own index, never by this one and a sort.
  await createIndex(db, 'articles_publish_at', ['publish_at', 'deleted_at'], sql`publish_at is not null`);
  const address = ['id', 'publish_at', 'expires_at', 'deleted_at', 'slug', 'updated_at'];
  await createIndex(db, 'articles_addresses', address, isPublic);
}

function createIndex(db: Kysely<unknown>, name: string, columns: string[], which?: RawBuilder<boolean>): Promise<void> {
  const index = db.schema.createIndex(name).on('articles').columns(columns);
  return (which ? index.where(which) : index).execute();
}

async function createFormerSlugs(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('former_slugs')
      .addColumn('slug', 'text', (column) => column.primaryKey())
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id')),
  ).execute();
}

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
