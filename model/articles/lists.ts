import { sql } from 'kysely';
import { invalid } from '../errors.ts';
import type { Db } from '../tables.ts';
import { type ArticleRow, cardColumns, toAdminArticle, toAdminCard, toArticle, toCard } from './row.ts';
import type { AdminArticle, AdminCard, Article, ArticleCard } from './schema.ts';
import { isPublic } from './visibility.ts';

/** `limit` 1 to 100; `after` is the cursor a page before this one gave. Without a limit the whole list. */
export interface Page {
  limit?: number | undefined;
  after?: string | undefined;
}

export interface AdminFilter extends Page {
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
export async function listPublicArticles(db: Db, page: Page = {}): Promise<Listed<Article>> {
  const rows = await paged(db, page).selectAll().where(isPublic()).execute();
  return cut(rows, page.limit, toArticle);
}

/** Public articles without their bodies. */
export async function listPublicCards(db: Db, page: Page = {}): Promise<Listed<ArticleCard>> {
  const rows = await paged(db, page).select(cardColumns).where(isPublic()).execute();
  return cut(rows, page.limit, toCard);
}

/** Page `number` (from 1) of the public list and how many pages there are; `size` cards on a page. */
export async function publicCardsPage(
  db: Db,
  number: number,
  size: number,
): Promise<{ cards: ArticleCard[]; pages: number }> {
  const { count } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(isPublic())
    .executeTakeFirstOrThrow();
  const rows = await newestFirst(db)
    .select(cardColumns)
    .where(isPublic())
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  return { cards: rows.map(toCard), pages: Math.max(1, Math.ceil(Number(count) / size)) };
}

/** Every living article, drafts included, for the panel. */
export async function listArticles(db: Db, filter: AdminFilter = {}): Promise<Listed<AdminArticle>> {
  const rows = await filtered(db, filter).selectAll().execute();
  return cut(rows, filter.limit, toAdminArticle);
}

/** The same without the bodies. */
export async function listArticleCards(db: Db, filter: AdminFilter = {}): Promise<Listed<AdminCard>> {
  const rows = await filtered(db, filter)
    .select([...cardColumns, 'group_id', 'updated_by'])
    .execute();
  return cut(rows, filter.limit, toAdminCard);
}

function filtered(db: Db, filter: AdminFilter) {
  const now = new Date().toISOString();
  let query = paged(db, filter).where('deleted_at', 'is', null);
  if (filter.status === 'draft') query = query.where('publish_at', 'is', null);
  if (filter.status === 'scheduled') query = query.where('publish_at', '>', now);
  if (filter.status === 'published') query = query.where('publish_at', '<=', now);
  if (!filter.q) return query;
  return query.where(sql<boolean>`title_search like ${`%${escapeLike(filter.q.toLowerCase())}%`} escape '!'`);
}

function newestFirst(db: Db) {
  return db.selectFrom('articles').orderBy('date', 'desc').orderBy('id', 'desc');
}

/** One row more than asked for tells whether there is a next part. */
function paged(db: Db, { limit, after }: Page) {
  let query = newestFirst(db);
  if (after !== undefined) {
    const { date, id } = readCursor(after);
    query = query.where((eb) => eb.or([eb('date', '<', date), eb.and([eb('date', '=', date), eb('id', '<', id)])]));
  }
  return limit === undefined ? query : query.limit(limit + 1);
}

function cut<R extends Pick<ArticleRow, 'date' | 'id'>, T>(
  rows: R[],
  limit: number | undefined,
  show: (row: R) => T,
): Listed<T> {
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return { articles: shown.map(show), ...(last && rows.length > shown.length && { next: `${last.date}.${last.id}` }) };
}

function readCursor(cursor: string): { date: string; id: number } {
  const [, date, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (!date || !id)
    throw invalid('after', 'Такого места в списке нет: возьмите адрес следующей страницы из заголовка Link.');
  return { date, id: Number(id) };
}

function escapeLike(part: string): string {
  return part.replaceAll('\0', '').toWellFormed().replace(/[!%_]/g, '!$&');
}
