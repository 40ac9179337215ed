import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['articles', 'revisions']) {
    await db.schema.alterTable(table).addColumn('own_lead', 'text').execute();
    await db.schema.alterTable(table).addColumn('social_title', 'text').execute();
  }
  await db.schema
    .alterTable('articles')
    .addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('articles').addColumn('created_by', 'text').execute();
  await sql`update articles set created_by =
    (select saved_by from revisions where article_id = articles.id order by revisions.version limit 1)`.execute(db);
  await replaceListIndexes(db);
}

/** Covering: for the filters of the panel SQLite reads no rows. */
async function replaceListIndexes(db: Kysely<unknown>): Promise<void> {
  for (const name of ['articles_living', 'articles_drafts']) await db.schema.dropIndex(name).execute();
  const binary = isSqlite(db) ? sql`title_search` : sql`title_search collate "C"`;
  await sql`create index articles_living on articles (date desc, id desc, publish_at, deleted_at, created_by)
    where deleted_at is null`.execute(db);
  await sql`create index articles_drafts on articles (date desc, id desc, publish_at, deleted_at, created_by)
    where deleted_at is null and publish_at is null`.execute(db);
  await sql`create index articles_changed on articles (updated_at desc, id desc, publish_at, deleted_at, created_by, date)
    where deleted_at is null`.execute(db);
  await sql`create index articles_titles on articles (${binary}, id, publish_at, deleted_at, created_by, date)
    where deleted_at is null`.execute(db);
  await sql`create unique index articles_pinned on articles (pinned) where pinned = 1`.execute(db);
}
