import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../dialect.ts';

/** SQLite: rowids of `word_index` by date. Prefix indexes up to eight letters: FTS5 merges the lists of all words of a longer prefix before its first match. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return;
  for (const name of ['added', 'changed', 'removed'])
    await sql`drop trigger ${sql.table(`search_words_${name}`)}`.execute(db);
  await sql`drop index search_words_whose`.execute(db);
  await sql`drop table word_index`.execute(db);
  await sql`create virtual table word_index using fts5(words, content='', contentless_delete=1, detail='none',
    prefix='1 2 3 4 5 6 7 8', tokenize='ascii')`.execute(db);
  const place = sql`cast(unixepoch(date) / 86400 * 2147483648 + articles.id as integer)`;
  const old = sql`cast(unixepoch(old.date) / 86400 * 2147483648 + old.id as integer)`;
  // Sorted without the words, which would all be in memory.
  await sql`insert into word_index (rowid, words)
    with listed as materialized (select id, ${place} as place from articles order by place)
    select place, words from listed cross join search_words on article_id = listed.id`.execute(db);
  const remove = sql`delete from word_index where rowid =`;
  const insert = sql`insert into word_index (rowid, words) select ${place}, words
    from articles join search_words on article_id = articles.id`;
  const ofArticle = (id: string) => sql`${remove} (select ${place} from articles where id = ${sql.ref(id)})`;
  await sql`create trigger search_words_added after insert on search_words when new.article_id is not null begin
    ${insert} where search_words.id = new.id; end`.execute(db);
  await sql`create trigger search_words_changed after update of words on search_words when new.article_id is not null begin
    ${ofArticle('new.article_id')};
    ${insert} where search_words.id = new.id; end`.execute(db);
  await sql`create trigger search_words_removed after delete on search_words begin
    ${ofArticle('old.article_id')}; end`.execute(db);
  await sql`create trigger articles_moved after update of date on articles when new.date <> old.date begin
    ${remove} ${old};
    ${insert} where articles.id = new.id; end`.execute(db);
  await sql`create trigger articles_removed after delete on articles begin ${remove} ${old}; end`.execute(db);
}
