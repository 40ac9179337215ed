import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import { type Actor, isEditor } from '../../../roles.ts';
import { lastStart, mayReveal } from '../../spoilers.ts';
import { tagSlug } from '../../text/slug.ts';
import { type ArticleRow, cardColumns, toPageCard } from '../row.ts';
import type { PageCard } from '../schema.ts';
import { couldBeSlug } from '../slugs.ts';
import { isPublic } from '../visibility.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    article_tags: ArticleTagTable;
  }
}

/** Index of the column `tags` of articles. A slug keeps its first title, whatever later spellings are. */
interface ArticleTagTable {
  slug: string;
  article_id: number;
  title: string;
}

export const tagSchema = z.object({
  slug: z.string(),
  title: z.string(),
  count: z.number().int().describe('Number of articles with the tag'),
});

export type Tag = z.output<typeof tagSchema>;

/** Pages of one tag: a page skips at most 5,000 rows. */
const MAX_PAGES = 50;
const MAX_TAGS = 2_000;
const MAX_MAIN = 8;

/** Tags of public articles, by title; at most 2,000. */
export function publicTags(db: Db): Promise<Tag[]> {
  return countTags(tagged(db).where(isPublic()));
}

/** Tags with the most public articles, at most 8, and `own`. Spoiler-free counts exclude articles that may reveal the outcome. */
export async function mainTags(db: Db, isSpoilerFree: boolean, own?: string): Promise<Tag[]> {
  const isHidden = isSpoilerFree && mayReveal(await lastStart(db));
  const shown = tagged(db).where(isPublic());
  const tags = await countTags(isHidden ? shown.where((eb) => eb.not(isHidden(eb))) : shown);
  const byCount = tags.toSorted((one, other) => other.count - one.count);
  return byCount.filter(({ slug }, at) => at < MAX_MAIN || slug === own);
}

/** Tags of all articles outside the trash, for an author of public and own ones, by title; at most 2,000. */
export function livingTags(db: Db, by?: Actor): Promise<Tag[]> {
  const living = tagged(db).where('deleted_at', 'is', null);
  return countTags(by ? visibleTo(living, by) : living);
}

/** Whether a public article has the tag `slug`. */
export async function hasTagPage(db: Db, slug: string): Promise<boolean> {
  if (!couldBeSlug(slug)) return false;
  const found = await tagged(db)
    .select('article_tags.slug')
    .where('article_tags.slug', '=', slug)
    .where(isPublic())
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Page `number` (from 1) of the public articles with a tag, newest first; undefined when there is none. */
export async function tagPage(
  db: Db,
  slug: string,
  number: number,
  size: number,
): Promise<{ title: string; count: number; pages: number; cards: PageCard[] } | undefined> {
  if (!couldBeSlug(slug)) return undefined;
  const now = new Date().toISOString();
  const shown = tagged(db).where('article_tags.slug', '=', slug).where(isPublic(now));
  const [tag] = await countTags(shown);
  const pages = Math.min(MAX_PAGES, Math.ceil((tag?.count ?? 0) / size));
  if (!tag || number > pages) return undefined;
  const rows = await shown
    .select(cardColumns.map((column) => `articles.${column}` as const))
    .orderBy('articles.date', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  return { title: tag.title, count: tag.count, pages, cards: rows.map((row) => toPageCard(row, now)) };
}

/** Replaces titles by the spelling in articles visible to `by`; undefined stays undefined. */
export async function canonicalTags(tx: Db, given: string[] | undefined, by: Actor): Promise<string[] | undefined> {
  if (!given || given.length === 0) return given;
  const known = await visibleTo(tagged(tx), by)
    .select(['article_tags.slug', 'article_tags.title'])
    .distinct()
    .where('article_tags.slug', 'in', given.map(tagSlug))
    .execute();
  const titles = new Map(known.map(({ slug, title }) => [slug, title]));
  return given.map((title) => titles.get(tagSlug(title)) ?? title);
}

/** Must run in the saving transaction. */
export async function storeTags(tx: Db, { id }: Pick<ArticleRow, 'id'>, titles: string[]): Promise<void> {
  await tx.deleteFrom('article_tags').where('article_id', '=', id).execute();
  const rows = titles.map((title) => ({ slug: tagSlug(title), article_id: id, title }));
  if (rows.length > 0) await tx.insertInto('article_tags').values(rows).execute();
}

/** Articles joined with their tags, one row for each pair. */
export function tagged(db: Db) {
  return db.selectFrom('article_tags').innerJoin('articles', 'articles.id', 'article_tags.article_id');
}

/** Restricts an author to public and own articles, excluding others' drafts. */
function visibleTo(articles: ReturnType<typeof tagged>, { username, role }: Actor): ReturnType<typeof tagged> {
  if (isEditor(role)) return articles;
  return articles.where((eb) => eb.or([isPublic()(eb), eb('articles.created_by', '=', username)]));
}

async function countTags(articles: ReturnType<typeof tagged>): Promise<Tag[]> {
  const rows = await articles
    .select((eb) => ['article_tags.slug', eb.fn.max('article_tags.title').as('title'), eb.fn.countAll().as('count')])
    .groupBy('article_tags.slug')
    .orderBy('article_tags.slug')
    .limit(MAX_TAGS)
    .execute();
  const byTitle = new Intl.Collator('ru');
  return rows
    .map(({ slug, title, count }) => ({ slug, title, count: Number(count) }))
    .sort((one, other) => byTitle.compare(one.title, other.title));
}
