import { type Expression, type SqlBool, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { findByWords, hasWords } from '../../../db/word-index.ts';
import { plainText } from '../../text/excerpt.ts';
import { searchForm, wordsOf } from '../../text/search-form.ts';
import { SEARCHED_COLUMNS, type TextColumns } from '../fields.ts';
import type { ArticleRow } from '../row.ts';

const MOST_TEXT = 1_000_000; // characters of the body
const MOST_WORDS = 200_000; // characters: a tsvector of PostgreSQL holds 1 MB
/** Limit of sorted matches: with more, a list walks the articles in its own order and tests each. */
export const RARE = 1000;

/** Stores the searched words; must run in the saving transaction. */
export async function keepWords(tx: Db, row: Pick<ArticleRow, 'id'> & Searched): Promise<void> {
  const words = searchedWords(row);
  await tx
    .insertInto('article_words')
    .values({ article_id: row.id, words })
    .onConflict((on) => on.column('article_id').doUpdateSet({ words }))
    .execute();
}

export function hasOtherWords(row: Searched, old: Searched): boolean {
  return (['title', 'content', ...SEARCHED_COLUMNS] as const).some((column) => row[column] !== old[column]);
}

type Searched = Pick<ArticleRow, 'title' | 'content'> & Partial<TextColumns>;

/** Words of title, searched fields (`isSearched`) and text, separated by single spaces. */
export function searchedWords({ title, content, ...texts }: Searched): string {
  const searched = SEARCHED_COLUMNS.map((column) => texts[column] ?? '');
  const words = wordsOf([title, ...searched, plainText(content, MOST_TEXT)].join(' '));
  return words.join(' ').slice(0, MOST_WORDS).toWellFormed();
}

export interface Sought {
  isCommon: boolean;
  condition: Expression<SqlBool> | undefined;
}

/** Articles in which every word of `q` begins a word of these. A query without words is looked up in titles. */
export async function seek(db: Db, q: string | undefined): Promise<Sought> {
  if (!q) return { isCommon: false, condition: undefined };
  const words = wordsOf(q);
  if (words.length === 0) return { isCommon: false, condition: contains(db, 'title_search', searchForm(q)) };
  const ids = await findByWords(db, words, RARE + 1);
  if (ids.length > RARE) return { isCommon: true, condition: hasWords(db, words) };
  const isFound = ids.length > 0 ? sql<boolean>`articles.id in (${sql.join(ids)})` : sql<boolean>`1 = 0`;
  return { isCommon: false, condition: isFound };
}
