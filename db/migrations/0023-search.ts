import { type Kysely, sql } from 'kysely';
import { isSqlite, strict, withId } from '../dialect.ts';

/** Stems of articles, pages and contestants. The server fills them in once it has started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An early form of 0003 created a word index.
  for (const name of ['article_words', 'word_index']) await db.schema.dropTable(name).ifExists().execute();
  await strict(
    db,
    withId(db, db.schema.createTable('search_words'))
      .addColumn('article_id', 'integer', (column) => column.unique().references('articles.id').onDelete('cascade'))
      .addColumn('contestant_id', 'integer', (column) =>
        column.unique().references('contestants.id').onDelete('cascade'),
      )
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('rules', 'integer', (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('search_words_rules').on('search_words').column('rules').execute();
  await createWordIndex(db);
  for (const [column, table] of [
    ['article_id', 'articles'],
    ['contestant_id', 'contestants'],
  ] as const)
    await sql`insert into search_words (${sql.ref(column)}, words, rules) select id, '', 0 from ${sql.table(table)}
      order by id`.execute(db);
}

/** Tokens have no ASCII punctuation, the only splits of `ascii`. */
async function createWordIndex(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await sql`create index search_words_index on search_words using gin (array_to_tsvector(string_to_array(words, ' ')))`.execute(
      db,
    );
    return;
  }
  await sql`create virtual table word_index using
    fts5(words, content='', contentless_delete=1, detail='none', prefix='1 2 3', tokenize='ascii')`.execute(db);
  await sql`create trigger search_words_added after insert on search_words begin
    insert into word_index (rowid, words) values (new.id, new.words); end`.execute(db);
  await sql`create trigger search_words_changed after update on search_words begin
    delete from word_index where rowid = old.id;
    insert into word_index (rowid, words) values (new.id, new.words); end`.execute(db);
  await sql`create trigger search_words_removed after delete on search_words begin
    delete from word_index where rowid = old.id; end`.execute(db);
}
