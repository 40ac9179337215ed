import { type Expression, type SqlBool, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { findByWords, hasWords, type Term } from '../../../db/word-index.ts';
import { stemsOf } from '../../search/stems.ts';
import { searchForm, wordsOf } from '../../text/plain.ts';

/** Limit of sorted matches: with more, a list walks the articles in its own order and looks each up among them. */
export const RARE = 1000;

/** If at least one in so many of the newest texts matches, a scan costs less than finding all matches. */
const DENSE = 20;

interface ArticleSearch {
  isCommon: boolean;
  condition: Expression<SqlBool> | undefined;
  forms?: Term[]; // For a common word: matches a subset, but by a fast lookup
}

/** Articles that contain every word of `q` as a prefix or in another word form. A query without words searches titles. */
export async function searchArticles(db: Db, q: string | undefined): Promise<ArticleSearch> {
  if (!q?.trim()) return { isCommon: false, condition: undefined };
  const words = wordsOf(q);
  if (words.length === 0) return { isCommon: false, condition: contains(db, 'title_search', searchForm(q)) };
  const terms = words.map((word) => [`${word}*`, ...stemsOf(word).filter((stem) => !stem.startsWith(word))]);
  // A prefix search in SQLite reads every match: the word forms alone often show that there are many.
  const forms = words.map(stemsOf);
  const inForms = await newestWith(db, forms);
  const found = inForms.length > RARE ? inForms : await newestWith(db, terms);
  if (found.length > RARE) {
    const isDense = found.length * DENSE > (await newestId(db)) - Math.min(...found.map(({ id }) => id));
    // The plus keeps SQLite from reading and sorting the matches one by one.
    const isAmong = sql<boolean>`+articles.id in (select article_id from ${findByWords(db, terms)} as found)`;
    return { isCommon: true, condition: isDense ? hasWords(db, terms) : isAmong, forms };
  }
  const ids = found.map(({ article_id }) => article_id);
  const isFound = ids.length > 0 ? sql<boolean>`articles.id in (${sql.join(ids)})` : sql<boolean>`1 = 0`;
  return { isCommon: false, condition: isFound };
}

function newestWith(db: Db, terms: readonly Term[]) {
  return db
    .selectFrom(findByWords(db, terms, RARE + 1).as('found'))
    .select(['id', 'article_id'])
    .where('article_id', 'is not', null)
    .execute();
}

async function newestId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('search_words')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return Number(id);
}
