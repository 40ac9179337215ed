import { type Kysely, sql } from 'kysely';
import { isSqlite, strict } from '../dialect.ts';

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
  await createWords(db);
}

/** Covering: for the filters of the panel SQLite reads no rows. Titles are searched by their words now. */
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

async function createWords(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('article_words')
      .addColumn('article_id', 'integer', (column) => column.primaryKey().references('articles.id').onDelete('cascade'))
      .addColumn('words', 'text', (column) => column.notNull()),
  ).execute();
  await fillWords(db as Kysely<Old>);
  await createWordIndex(db);
}

async function createWordIndex(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await sql`create index article_words_index on article_words using gin (array_to_tsvector(string_to_array(words, ' ')))`.execute(
      db,
    );
    return;
  }
  await sql`create virtual table word_index using
    fts5(words, content='', contentless_delete=1, detail='none', prefix='1 2 3', tokenize='ascii')`.execute(db);
  await sql`insert into word_index (rowid, words) select article_id, words from article_words`.execute(db);
  await sql`create trigger article_words_added after insert on article_words begin
    insert into word_index (rowid, words) values (new.article_id, new.words); end`.execute(db);
  await sql`create trigger article_words_changed after update on article_words begin
    delete from word_index where rowid = old.article_id;
    insert into word_index (rowid, words) values (new.article_id, new.words); end`.execute(db);
  await sql`create trigger article_words_removed after delete on article_words begin
    delete from word_index where rowid = old.article_id; end`.execute(db);
}

interface Old {
  articles: { id: number; title: string; content: string };
  article_words: { article_id: number; words: string };
}

const AT_ONCE = 50;

/** The words of articles written before; every save stores them anew. */
async function fillWords(db: Kysely<Old>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('articles')
      .select(['id', 'title', 'content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const words = rows.map(({ id, title, content }) => ({ article_id: id, words: wordsOf(`${title} ${content}`) }));
    await db.insertInto('article_words').values(words).execute();
    after = rows.at(-1)?.id ?? after;
  }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };
const MOST = 200_000; // characters

function wordsOf(html: string): string {
  const text = html
    .replace(/<\/?(?:a|b|strong|i|em|u|s|code|span|sub|sup)(?:\s[^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? ' ')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е');
  const words = text.match(/[\p{L}\p{N}\p{M}]{1,60}|\p{So}/gu);
  return [...new Set(words)].join(' ').slice(0, MOST).toWellFormed();
}
