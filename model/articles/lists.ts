import type { Expression, SqlBool } from 'kysely';
import { contains } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { cursorOf, placesOf, readCursor, rowsAt } from './places.ts';
import { type ArticleRow, cardColumns, toAdminArticle, toAdminCard, toArticle, toCard } from './row.ts';
import type { AdminArticle, AdminCard, Article, ArticleCard } from './schema.ts';
import { isPublic } from './visibility.ts';

/** `limit` 1 to 100; `after` is the cursor a page before this one gave. */
export interface Page {
  limit: number;
  after?: string | undefined;
}

export interface AdminFilter extends Partial<Page> {
  status?: Article['status'] | undefined;
  /** Part of a title, in any case. */
  q?: string | undefined;
}

/** A part of the list, newest first by date, then by creation; `next` is the cursor of the part after it. */
export interface Listed<T> {
  articles: T[];
  next?: string;
}

/** Public articles with their bodies. */
export async function listPublicArticles(db: Db, page: Page): Promise<Listed<Article>> {
  const rows = await rowsAt(db, publicPlaces(db, page)).selectAll().execute();
  return cut(rows, page.limit, toArticle);
}

/** Public articles without their bodies. */
export async function listPublicCards(db: Db, page: Page): Promise<Listed<ArticleCard>> {
  const rows = await rowsAt(db, publicPlaces(db, page)).select(cardColumns).execute();
  return cut(rows, page.limit, toCard);
}

/** Every living article, drafts included, for the panel. Without a limit the whole list. */
export async function listArticles(db: Db, filter: AdminFilter = {}): Promise<Listed<AdminArticle>> {
  const rows = await rowsAt(db, livingPlaces(db, filter)).selectAll().execute();
  return cut(rows, filter.limit, toAdminArticle);
}

/** The same without the bodies. */
export async function listArticleCards(db: Db, filter: AdminFilter = {}): Promise<Listed<AdminCard>> {
  const rows = await rowsAt(db, livingPlaces(db, filter))
    .select([...cardColumns, 'group_id', 'updated_by'])
    .execute();
  return cut(rows, filter.limit, toAdminCard);
}

/** One place more than asked for tells whether there is a next part. */
function publicPlaces(db: Db, { limit, after }: Page) {
  return placesOf(db, isPublic(), after === undefined ? undefined : readCursor(after)).limit(limit + 1);
}

function livingPlaces(db: Db, { status, q, limit, after }: AdminFilter) {
  const now = new Date().toISOString();
  const scheduled = db
    .selectFrom('articles')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('publish_at', '>', now);
  const places = placesOf(
    db,
    (eb) => {
      const conditions: Expression<SqlBool>[] = [eb('deleted_at', 'is', null)];
      if (status === 'draft') conditions.push(eb('publish_at', 'is', null));
      if (status === 'published') conditions.push(eb('publish_at', '<=', now));
      // These few are looked up by their moment: in the list they may stand anywhere.
      if (status === 'scheduled') conditions.push(eb('id', 'in', scheduled));
      if (q) conditions.push(contains(db, 'title_search', q.replaceAll('\0', '').toWellFormed().toLowerCase()));
      return eb.and(conditions);
    },
    after === undefined ? undefined : readCursor(after),
  );
  return limit === undefined ? places : places.limit(limit + 1);
}

function cut<R extends Pick<ArticleRow, 'date' | 'id'>, T>(
  rows: R[],
  limit: number | undefined,
  show: (row: R) => T,
): Listed<T> {
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return { articles: shown.map(show), ...(last && rows.length > shown.length && { next: cursorOf(last) }) };
}
