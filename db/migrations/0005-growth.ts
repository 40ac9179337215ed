import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../dialect.ts';

/**
 * Indexes that hold all that a list filters by, so that the places of a hundred thousand articles are walked without their rows: a
 * body stands before most columns, and reading past it is what costs. `deleted_at` is in each although it is null in all of them:
 * SQLite opens the row for any column that a query names and the index has not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Indexing a large table may take longer than any query of a visitor may.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db);
  await createList(db, 'articles_public', ['expires_at'], sql`deleted_at is null and publish_at is not null`);
  await createList(db, 'articles_living', ['title_search'], sql`deleted_at is null`);
  await createList(db, 'articles_drafts', ['title_search'], sql`deleted_at is null and publish_at is null`);
  await db.schema.dropIndex('articles_newest').execute();
  // Without drafts: they are listed by their own index, and never by this one and a sort.
  await db.schema.dropIndex('articles_publish_at').execute();
  await db.schema
    .createIndex('articles_publish_at')
    .on('articles')
    .columns(['publish_at', 'deleted_at'])
    .where(sql<boolean>`publish_at is not null`)
    .execute();
  // What a part of the sitemap holds.
  await db.schema
    .createIndex('articles_addresses')
    .on('articles')
    .columns(['id', 'publish_at', 'expires_at', 'deleted_at', 'slug', 'updated_at'])
    .where(sql<boolean>`deleted_at is null and publish_at is not null`)
    .execute();
}

function createList(
  db: Kysely<unknown>,
  name: string,
  columns: string[],
  which: ReturnType<typeof sql>,
): Promise<void> {
  return db.schema
    .createIndex(name)
    .on('articles')
    .columns(['date desc', 'id desc', 'publish_at', 'deleted_at', ...columns])
    .where(sql<boolean>`${which}`)
    .execute();
}
