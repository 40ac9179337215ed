import type { Selectable } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import { SEARCHED_COLUMNS, type TextColumns } from '../articles/fields.ts';
import type { ArticleRow } from '../articles/row.ts';
import type { Row } from '../rows.ts';
import { plainText } from '../text/excerpt.ts';
import { wordsOf } from '../text/plain.ts';
import { slugify } from '../text/slug.ts';
import { IN_TITLE } from './query.ts';
import { STEM_RULES, stemsOf } from './stems.ts';

const MAX_TEXT = 1_000_000; // characters of the body
const MAX_TOKENS = 200_000; // characters: a tsvector of PostgreSQL holds 1 MB

type SearchedArticle = Pick<ArticleRow, 'title' | 'content'> & Partial<TextColumns>;
type SearchedContestant = Pick<Row<'contestants'>, 'name' | 'song' | 'authors' | 'region' | 'text'>;
type SearchedEdition = Pick<Row<'editions'>, 'title' | 'year' | 'city' | 'hall' | 'hosts'>;

export function articleTokens({ title, content, ...texts }: SearchedArticle): string {
  const under = SEARCHED_COLUMNS.map((column) => texts[column] ?? '');
  return tokens(title, [...under, plainText(content, MAX_TEXT)].join(' '));
}

/** A name is found in Latin letters, too. */
export function contestantTokens({ name, song, authors, region, text }: SearchedContestant): string {
  return tokens(`${name} ${song} ${slugify(name).replaceAll('-', ' ')}`, `${authors} ${region} ${text}`);
}

/** «Рампа-2025», where it was, and what its page tells. */
export function editionTokens({ title, year, city, hall, hosts }: SearchedEdition): string {
  return tokens(`${title} ${year}`, `${city} ${hall} ${hosts} победители итоги`);
}

/** Stores what something is found by; must run in the saving transaction. */
export async function storeWords(tx: Db, column: keyof Owner, id: number, words: string): Promise<void> {
  const stored = { words, rules: STEM_RULES };
  const insert = tx.insertInto('search_words').values({ [column]: id, ...stored });
  await insert.onConflict((on) => on.column(column).doUpdateSet(stored)).execute();
}

export function hasOtherWords(row: SearchedArticle, old: SearchedArticle): boolean {
  return (['title', 'content', ...SEARCHED_COLUMNS] as const).some((column) => row[column] !== old[column]);
}

const AT_ONCE = 50;

/** Rebuilds tokens of older rules in short transactions; safe on several servers. Returns the number of rows. */
export async function renewWords(db: Db, isEnding: () => boolean): Promise<number> {
  for (let count = 0; ; ) {
    const older = db.selectFrom('search_words').selectAll().where('rules', '<', STEM_RULES);
    const old = await older.orderBy('id', 'desc').limit(AT_ONCE).execute();
    if (old.length === 0 || isEnding()) return count;
    for (const row of old) {
      const words = await tokensOf(db, row);
      // A save meanwhile has stored newer ones.
      const renewed = db.updateTable('search_words').set({ words, rules: STEM_RULES });
      await renewed.where('id', '=', row.id).where('rules', '<', STEM_RULES).execute();
    }
    count += old.length;
  }
}

type Owner = Pick<Selectable<Tables['search_words']>, 'article_id' | 'contestant_id' | 'edition_id'>;

async function tokensOf(db: Db, { article_id, contestant_id, edition_id }: Owner): Promise<string> {
  const article = await db.selectFrom('articles').selectAll().where('id', '=', article_id).executeTakeFirst();
  if (article) return articleTokens(article);
  const edition = await db.selectFrom('editions').selectAll().where('id', '=', edition_id).executeTakeFirst();
  if (edition) return editionTokens(edition);
  const contestant = await db.selectFrom('contestants').selectAll().where('id', '=', contestant_id).executeTakeFirst();
  return contestant ? contestantTokens(contestant) : '';
}

export function tokens(title: string, text: string): string {
  const inTitle = wordsOf(title);
  const found = new Set(inTitle.flatMap((word) => tokensOfWord(word).flatMap((token) => [token, IN_TITLE + token])));
  for (const word of wordsOf(text)) for (const token of tokensOfWord(word)) found.add(token);
  return [...found].join(' ').slice(0, MAX_TOKENS).toWellFormed();
}

/** The word itself where no stem begins it: the panel finds words by their beginnings. */
function tokensOfWord(word: string): string[] {
  const stems = stemsOf(word);
  return stems.some((stem) => word.startsWith(stem)) ? stems : [...stems, word];
}
