import { type Kysely, sql } from 'kysely';
import { isSqlite, strict } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('articles')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('article'))
    .execute();
  await db.schema
    .alterTable('articles')
    .addColumn('place', 'text', (column) => column.notNull().defaultTo('none'))
    .execute();
  await db.schema
    .alterTable('articles')
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await replaceIndexes(db);
  await replaceFormerSlugs(db);
}

/** Lists of news stay index-only: SQLite knows the value of a column that a partial index compares with a literal. */
async function replaceIndexes(db: Kysely<unknown>): Promise<void> {
  const names = ['slug', 'any_slug', 'public', 'living', 'drafts', 'changed', 'titles', 'addresses'];
  for (const name of names) await db.schema.dropIndex(`articles_${name}`).execute();
  const binary = isSqlite(db) ? sql`title_search` : sql`title_search collate "C"`;
  const indexes = [
    sql`create unique index articles_slug on articles (slug, kind) where deleted_at is null`,
    sql`create index articles_any_slug on articles (slug, kind, version)`,
    sql`create index articles_public on articles (date desc, id desc, publish_at, deleted_at, expires_at)
      where deleted_at is null and publish_at is not null and kind = 'article'`,
    sql`create index articles_living on articles (date desc, id desc, publish_at, deleted_at, created_by)
      where deleted_at is null and kind = 'article'`,
    sql`create index articles_drafts on articles (date desc, id desc, publish_at, deleted_at, created_by)
      where deleted_at is null and publish_at is null and kind = 'article'`,
    sql`create index articles_changed on articles (updated_at desc, id desc, publish_at, deleted_at, created_by, date)
      where deleted_at is null and kind = 'article'`,
    sql`create index articles_titles on articles (${binary}, id, publish_at, deleted_at, created_by, date)
      where deleted_at is null and kind = 'article'`,
    sql`create index articles_addresses on articles (id, publish_at, expires_at, deleted_at, slug, updated_at)
      where deleted_at is null and publish_at is not null and kind = 'article'`,
    sql`create index articles_pages on articles (position, id) where kind = 'page'`,
  ];
  for (const index of indexes) await index.execute(db);
}

async function replaceFormerSlugs(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('former_slugs_by_kind')
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('article_id', 'integer', (column) => column.notNull().references('articles.id'))
      .addPrimaryKeyConstraint('former_slugs_pk', ['slug', 'kind']),
  ).execute();
  await sql`insert into former_slugs_by_kind (slug, kind, article_id)
    select slug, 'article', article_id from former_slugs`.execute(db);
  await db.schema.dropTable('former_slugs').execute();
  await db.schema.alterTable('former_slugs_by_kind').renameTo('former_slugs').execute();
}
