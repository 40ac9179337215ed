import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSqlite } from './dialect.ts';
import type { Db } from './tables.ts';

/** SQLite only: the full-text index. */
export const WORD_INDEX = 'word_index';

/**
 * Index of `article_words` by beginnings of words, kept by the database itself: FTS5 with triggers, or GIN. Words have no
 * ASCII punctuation; the tokenizer `ascii` splits at nothing else.
 */
export async function createWordIndex(db: Kysely<unknown>): Promise<void> {
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

/** Ids of at most `limit` articles in which each of `words` begins a word. */
export async function findByWords(db: Db, words: string[], limit: number): Promise<number[]> {
  const { rows } = await (isSqlite(db) ? inFts(words, limit) : inGin(words, limit)).execute(db);
  return rows.map(({ id }) => id);
}

function inFts(words: string[], limit: number) {
  const query = words.map((word) => `"${word}"*`).join(' ');
  return sql<{ id: number }>`select rowid as id from word_index where word_index match ${query} limit ${limit}`;
}

function inGin(words: string[], limit: number) {
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return sql<{ id: number }>`select article_id as id from article_words
    where array_to_tsvector(string_to_array(words, ' ')) @@ ${query}::tsquery limit ${limit}`;
}

/** The same test of one article without the index, for a search that would find too many. */
export function hasWords(db: Db, words: string[]): RawBuilder<boolean> {
  const position = isSqlite(db) ? sql`instr` : sql`strpos`;
  const isHeld = (word: string) => sql`${position}(' ' || words, ${` ${word}`}) > 0`;
  return sql<boolean>`exists (select 1 from article_words
    where article_id = articles.id and ${sql.join(words.map(isHeld), sql` and `)})`;
}
