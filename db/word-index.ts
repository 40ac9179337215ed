import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSqlite } from './dialect.ts';
import type { Db } from './tables.ts';

export const WORD_INDEX = 'word_index';

/** Matches a text with one of these tokens; a trailing star makes a token a prefix. */
export type Term = readonly string[];

/** Maintained by FTS5 triggers, or GIN. Tokens have no ASCII punctuation, the only splits of `ascii`. */
export async function createWordIndex(db: Kysely<unknown>): Promise<void> {
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

const MERGE_BATCH = 64; // pages of the index, of 4 KB
const MAX_MERGES = 2000; // per call: saves meanwhile add segments

/** SQLite: merges the segments that saves left behind, since a search looks each token up in every one. Requests are answered between the steps. */
export async function mergeWordIndex(db: Db): Promise<void> {
  if (!isSqlite(db)) return;
  for (let merges = 0; merges < MAX_MERGES && (await segments(db)) > 1; merges += 1) {
    // Negative: merges all segments into one.
    await sql`insert into word_index (word_index, rank) values ('merge', ${-MERGE_BATCH})`.execute(db);
    await nextTurn();
  }
}

async function segments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct segid) as count from word_index_idx`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Found {
  id: number;
  article_id: number | null;
  contestant_id: number | null;
}

/** Rows of `search_words` that hold every one of `terms`, with `most` the newest. Ordered by `id desc` SQLite reads no more than asked for. */
export function findByWords(db: Db, terms: readonly Term[], most?: number): RawBuilder<Found> {
  const newest = (id: string) => (most === undefined ? sql`` : sql`order by ${sql.ref(id)} desc limit ${most}`);
  return isSqlite(db)
    ? sql`(select word_index.rowid as id, article_id, contestant_id from word_index
        join search_words indexed by search_words_whose on search_words.id = word_index.rowid where word_index match ${inFts(terms)}
        ${newest('word_index.rowid')})`
    : sql`(select id, article_id, contestant_id from search_words
        where ${sql.join(terms.map(containsAny), sql` and `)}
        ${newest('id')})`;
}

const MANY = 16; // tokens
const VECTOR = sql`array_to_tsvector(string_to_array(words, ' '))`;

/** PostgreSQL only: its planner overestimates an OR of rare tokens and would read every row, so few are looked up at once. */
function containsAny(term: Term): RawBuilder<boolean> {
  if (term.length <= MANY) return sql`${VECTOR} @@ ${inGin(term)}::tsquery`;
  const parts = Array.from({ length: Math.ceil(term.length / MANY) }, (_, at) =>
    term.slice(at * MANY, (at + 1) * MANY),
  );
  return sql`id = any (array(select one.id from unnest(${parts.map(inGin)}::tsquery[]) as asked (part)
    cross join lateral (select id from search_words where ${VECTOR} @@ asked.part offset 0) as one))`;
}

/** Whether the article of a row has every one of `terms`, without the index. */
export function hasWords(db: Db, terms: readonly Term[]): RawBuilder<boolean> {
  const spaced = sql`' ' || words || ' '`;
  const holds = (token: string) => {
    const part = token.endsWith('*') ? ` ${token.slice(0, -1)}` : ` ${token} `;
    return isSqlite(db) ? sql`instr(${spaced}, ${part}) > 0` : sql`strpos(${spaced}, ${part}) > 0`;
  };
  const all = terms.map((term) => sql`(${sql.join(term.map(holds), sql` or `)})`);
  return sql`exists (select 1 from search_words where article_id = articles.id and ${sql.join(all, sql` and `)})`;
}

function inFts(terms: readonly Term[]): string {
  const asked = (token: string) => (token.endsWith('*') ? `"${token.slice(0, -1)}"*` : `"${token}"`);
  return terms.map((term) => `(${term.map(asked).join(' OR ')})`).join(' AND ');
}

function inGin(term: Term): string {
  return term.map((token) => (token.endsWith('*') ? `'${token.slice(0, -1)}':*` : `'${token}'`)).join(' | ');
}
