import { type Kysely, sql } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
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
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
  await db.schema
    .createIndex('articles_slug')
    .unique()
    .on('articles')
    .column('slug')
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  // Of deleted ones too: a new owner of a slug counts its versions on from theirs.
  await db.schema.createIndex('articles_any_slug').on('articles').columns(['slug', 'version']).execute();
  // The next moment at which something appears or expires by itself.
  await db.schema.createIndex('articles_publish_at').on('articles').columns(['publish_at', 'deleted_at']).execute();
  await db.schema.createIndex('articles_expires_at').on('articles').columns(['expires_at', 'deleted_at']).execute();
  await db.schema
    .createIndex('articles_newest')
    .on('articles')
    .columns(['date desc', 'id desc'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await strict(
    db,
    db.schema
      .createTable('former_slugs')
      .addColumn('slug', 'text', (column) => column.primaryKey())
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id')),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('images')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull()),
  ).execute();
  await createPeople(db);
}

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('admins'))
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('admins.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('login_failures')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('last_failed_at', 'text', (column) => column.notNull()),
  ).execute();
}
