import { type Kysely, type RawBuilder, sql } from 'kysely';
import { strict, withId } from '../dialect.ts';

/** Articles, their groups, and the addresses that they had. */
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
  // Of deleted ones too: a new owner of a slug counts its versions on from theirs.
  await createIndex(db, 'articles_any_slug', ['slug', 'version']);
  // The next moment at which something expires by itself.
  await createIndex(db, 'articles_expires_at', ['expires_at', 'deleted_at']);
  await createIndex(db, 'articles_group', ['group_id'], sql`group_id is not null`);
  await createIndex(db, 'articles_deleted', ['deleted_at'], sql`deleted_at is not null`);
  // Which articles changed since they were last searched for pictures is read from here, without their bodies.
  await createIndex(db, 'articles_version', ['version']);
}

/**
 * Indexes that hold all that a list filters by, so that the places of a hundred thousand articles are walked without their rows: a
 * body stands before most columns, and reading past it is what costs. `deleted_at` is in each although it is null in all of them:
 * SQLite opens the row for any column that a query names and the index has not.
 */
async function createListIndexes(db: Kysely<unknown>): Promise<void> {
  const place = ['date desc', 'id desc', 'publish_at', 'deleted_at'];
  const isPublic = sql<boolean>`deleted_at is null and publish_at is not null`;
  await createIndex(db, 'articles_public', [...place, 'expires_at'], isPublic);
  await createIndex(db, 'articles_living', [...place, 'title_search'], sql`deleted_at is null`);
  await createIndex(db, 'articles_drafts', [...place, 'title_search'], sql`deleted_at is null and publish_at is null`);
  // The next moment at which something appears by itself. Without drafts, which are listed by an index of their own: never by this one and
  // a sort.
  await createIndex(db, 'articles_publish_at', ['publish_at', 'deleted_at'], sql`publish_at is not null`);
  // What a part of the sitemap holds.
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
