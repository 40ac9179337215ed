import { type Expression, type SqlBool, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { findByWords, hasWords, type Term } from '../../../db/word-index.ts';
import { stemsOf } from '../../search/stems.ts';
import { searchForm, wordsOf } from '../../text/plain.ts';

/** Limit of sorted matches: with more, a list walks the articles in its own order and looks each up among them. */
export const MAX_SORTED_MATCHES = 1000;

/** If at least one in so many of the newest texts matches, a scan costs less than finding all matches. */
const DENSE = 20;

/** What articles contain with every word of a query, each as a prefix or in another word form. */
export function termsOf(q: string | undefined): Term[] {
  return wordsOf(q ?? '').map((word) => [`${word}*`, ...stemsOf(word).filter((stem) => !stem.startsWith(word))]);
}

interface ArticleSearch {
  isCommon: boolean;
  condition: Expression<SqlBool> | undefined;
}

/** A query without words searches titles. */
export async function searchArticles(db: Db, q: string | undefined): Promise<ArticleSearch> {
  if (!q?.trim()) return { isCommon: false, condition: undefined };
  const terms = termsOf(q);
  if (terms.length === 0) return { isCommon: false, condition: contains(db, 'title_search', searchForm(q)) };
  const found = await db
    .selectFrom(findByWords(db, terms, MAX_SORTED_MATCHES + 1).as('found'))
    .select('article_id')
    .execute();
  const ids = found.map(({ article_id }) => article_id);
  if (ids.length > MAX_SORTED_MATCHES) {
    // Of nine tenths of them: an old article may have got a new date.
    const span = (await newestId(db)) - (ids.toSorted((one, other) => other - one)[Math.floor(ids.length * 0.9)] ?? 0);
    const isDense = ids.length * DENSE > span;
    // The plus keeps SQLite from reading and sorting the matches one by one.
    const isAmong = sql<boolean>`+articles.id in (select article_id from ${findByWords(db, terms)} as found)`;
    return { isCommon: true, condition: isDense ? hasWords(db, terms) : isAmong };
  }
  const isFound = ids.length > 0 ? sql<boolean>`articles.id in (${sql.join(ids)})` : sql<boolean>`1 = 0`;
  return { isCommon: false, condition: isFound };
}

async function newestId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return Number(id);
}
