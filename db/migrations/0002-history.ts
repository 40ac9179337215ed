import { type Kysely, sql } from 'kysely';
import { strict, withId } from '../dialect.ts';

/** Articles copied by one statement: a large site stays below the time that the database allows one. */
const COPIED_AT_ONCE = 1000;

export async function up(db: Kysely<unknown>): Promise<void> {
  await createGroups(db);
  await createRevisions(db);
  await createPreviews(db);
  await createPresence(db);
  await copyFirstRevisions(db);
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('groups'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
  const articles = () => db.schema.alterTable('articles');
  await articles()
    .addColumn('cover_alt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await articles()
    .addColumn('group_id', 'integer', (column) => column.references('groups.id').onDelete('set null'))
    .execute();
  await articles().addColumn('updated_by', 'text').execute();
  await db.schema
    .createIndex('articles_group')
    .on('articles')
    .column('group_id')
    .where(sql.ref('group_id'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('articles_deleted')
    .on('articles')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
}

/** The body comes last: a list that leaves it out need not read past it. */
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

/** What was written before there was a history becomes its first entry, or the next save would be the end of it. */
async function copyFirstRevisions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from articles`.execute(db);
  for (let from = 0; from < (rows[0]?.last ?? 0); from += COPIED_AT_ONCE) {
    await sql`
      insert into revisions (article_id, version, saved_at, saved_by, slug, title, date, cover_image_url, cover_alt, publish_at, expires_at, content)
      select id, version, updated_at, null, slug, title, date, cover_image_url, cover_alt, publish_at, expires_at, content
      from articles where id > ${from} and id <= ${from + COPIED_AT_ONCE}`.execute(db);
  }
}
