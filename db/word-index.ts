import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isSqlite } from './dialect.ts';
import type { Db, Tables } from './tables.ts';

export const WORD_INDEX = 'word_index';

/** Matches a text with one of these tokens; a trailing star makes a token a prefix. */
export type Term = readonly string[];

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

/** Rowid of an article in SQLite's index, by date, as in the triggers of 0032: a change needs a migration. Ids are below 2^31. The cast: numbers are bound as floats. */
export function placeOf(date: RawBuilder<unknown> | string, id: RawBuilder<unknown> | number): RawBuilder<number> {
  return sql`cast(unixepoch(${date}) / 86400 * 2147483648 + ${id} as integer)`;
}

export interface Found {
  place: number; // Later articles have higher ones: by date with SQLite, by creation with PostgreSQL
  article_id: number;
}

/** Articles with every one of `terms`. `most`: only that many, those with the highest places. Ordered by `place`, SQLite reads no further than the limit. */
export function findByWords(db: Db, terms: readonly Term[], most?: number): RawBuilder<Found> {
  const last = most === undefined ? sql`` : sql`order by place desc limit ${most}`;
  return isSqlite(db)
    ? sql`(select rowid as place, rowid & 2147483647 as article_id from word_index where word_index match ${inFts(terms)} ${last})`
    : sql`(select id as place, article_id from search_words
        where article_id is not null and ${containsAll(terms)} ${last})`;
}

type LivingArticle = Pick<Selectable<Tables['articles']>, 'id' | 'date' | 'publish_at' | 'deleted_at' | 'kind'> & {
  place: number;
};

/** SQLite: living articles with every one of `terms`, by `place`. Only columns of the index of the list: rows lie behind their bodies. */
export function livingByWords(terms: readonly Term[]): RawBuilder<LivingArticle> {
  return sql`(select articles.id, date, publish_at, deleted_at, kind, word_index.rowid as place
    from word_index cross join articles indexed by articles_living
    on date = date((word_index.rowid >> 31) * 86400, 'unixepoch') and articles.id = word_index.rowid & 2147483647
    where word_index match ${inFts(terms)} and kind = 'article' and deleted_at is null)`;
}

const MANY = 16; // tokens
const VECTOR = sql`array_to_tsvector(string_to_array(words, ' '))`;

/** PostgreSQL only. A subquery hides the tokens from the planner, which would scan all rows for common ones. At most `MANY` per index lookup: each match is rechecked against the whole query. */
function containsAll(terms: readonly Term[]): RawBuilder<boolean> {
  const long = terms.filter(({ length }) => length > MANY);
  const short = terms.filter((term) => !long.includes(term)).map(inGin);
  const parts = long.map((term) =>
    Array.from({ length: Math.ceil(term.length / MANY) }, (_, at) => inGin(term.slice(at * MANY, (at + 1) * MANY))),
  );
  const all = [...(short.length > 0 ? [[short.join(' & ')]] : []), ...parts];
  const contains = (
    queries: string[],
  ) => sql`id = any (array(select one.id from unnest(${queries}::tsquery[]) as asked (query)
    cross join lateral (select id from search_words where ${VECTOR} @@ asked.query offset 0) as one))`;
  return sql.join(all.map(contains), sql` and `);
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
  const asked = (token: string) => (token.endsWith('*') ? `'${token.slice(0, -1)}':*` : `'${token}'`);
  return `(${term.map(asked).join(' | ')})`;
}
