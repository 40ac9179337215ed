import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { PAGE_PLACES } from '../articles/kinds.ts';
import { adminCardColumns, toAdminCard, toArticle } from '../articles/row.ts';
import {
  type Article,
  adminArticleSchema,
  articleChangeSchema,
  articleStatuses,
  newArticleSchema,
  savedArticleSchema,
} from '../articles/schema.ts';
import { isKind, isPublic } from '../articles/visibility.ts';
import { orderRows } from '../order.ts';
import type { Store } from '../store.ts';
import type { PageIndex } from './page-index.ts';

const place = z
  .enum(PAGE_PLACES, 'Место: страница бывает в подвале, в меню «Ещё», в обоих местах или нигде.')
  .describe('`footer`, `menu` («Ещё»), `both` or `none`');
const order = z.number().int().describe('Ascending, with gaps; ties are sorted by age');

/** Fields that a page shares with articles. */
const OUT = {
  slug: true,
  title: true,
  content: true,
  excerpt: true,
  status: true,
  publishAt: true,
  expiresAt: true,
  updatedAt: true,
  version: true,
} as const;
const OUT_TO_ADMINS = { ...OUT, id: true, plannedAt: true, hasDraft: true, createdBy: true, updatedBy: true } as const;
const IN = {
  slug: true,
  title: true,
  content: true,
  publishAt: true,
  plannedAt: true,
  expiresAt: true,
  autosave: true,
} as const;

const status = z
  .enum(articleStatuses, 'Состояние: страница бывает черновиком, запланированной или опубликованной.')
  .optional();

export const pageSchema = adminArticleSchema.pick(OUT);

/** A public page in the list. */
export const pageLinkSchema = z.object({ slug: z.string(), title: z.string(), place, order });

export const adminPageSchema = adminArticleSchema.pick(OUT_TO_ADMINS).extend({ place, order });

export const adminPageLineSchema = adminPageSchema.omit({ content: true, excerpt: true });

export const savedPageSchema = savedArticleSchema.pick({ ...OUT_TO_ADMINS, removed: true }).extend({ place, order });

export const newPageSchema = newArticleSchema.pick(IN).extend({ status, place: place.optional() });

export const pageChangeSchema = articleChangeSchema
  .pick({ ...IN, slugFollows: true, withDraft: true })
  .extend({ status, place: place.optional() });

export const pageOrderSchema = z.object({
  ids: z.array(z.int('Порядок страниц: в списке стоит не страница.'), 'Порядок страниц: нужен список всех страниц.'),
});

export type PageLink = z.output<typeof pageLinkSchema>;
export type AdminPageLine = z.output<typeof adminPageLineSchema>;

/** The public page, the slug it moved to, or undefined when not public. An unknown slug costs no query. */
export async function findPublicPage(
  { db, pages }: { db: Db; pages: PageIndex },
  slug: string,
): Promise<{ article: Article } | { movedTo: string } | undefined> {
  const now = await pages.find(slug);
  if (now === undefined) return undefined;
  if (now !== slug) return { movedTo: now };
  const row = await publicPages(db).where('slug', '=', slug).executeTakeFirst();
  return row && { article: toArticle(row) };
}

/** The page; undefined unless public. */
export async function findPublicPageById(db: Db, id: number): Promise<Article | undefined> {
  const row = await publicPages(db).where('id', '=', id).executeTakeFirst();
  return row && toArticle(row);
}

function publicPages(db: Db) {
  return db.selectFrom('articles').selectAll().where(isPublic(undefined, 'page'));
}

/** All living pages in their order, without bodies. */
export async function listPages(db: Db): Promise<AdminPageLine[]> {
  const rows = await db
    .selectFrom('articles')
    .select([...adminCardColumns, 'place', 'position'])
    .where(isKind('page'))
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...toAdminCard(row), place: row.place, order: row.position }));
}

/** `ids`: all living pages in their new order; 409 unless complete. Versions stay. */
export function orderPages(store: Store, ids: number[], by: string): Promise<AdminPageLine[]> {
  return orderRows(store, ORDERED, ids, by);
}

const ORDERED = {
  table: 'articles',
  // A no-op UPDATE locks the rows on both databases.
  lock: (tx: Db) =>
    tx
      .updateTable('articles')
      .set((eb) => ({ position: eb.ref('position') }))
      .where(isKind('page'))
      .execute(),
  list: listPages,
  action: 'page.order',
  isOther: 'Список страниц тем временем изменился. Посмотрите на него и повторите.',
} as const;

/** Titles of living pages that are drafts, and of public ones that still contain `[заполните: …]`. */
export async function unfinishedPages(db: Db): Promise<{ drafts: string[]; blanks: string[] }> {
  const rows = await db
    .selectFrom('articles')
    .select(['title', 'publish_at', (eb) => eb('content', 'like', '%[_аполните%').as('has_blank')])
    .where(isKind('page'))
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const titles = (kept: typeof rows) => kept.map(({ title }) => title);
  return {
    drafts: titles(rows.filter(({ publish_at }) => publish_at === null)),
    blanks: titles(rows.filter(({ publish_at, has_blank }) => publish_at !== null && Boolean(has_blank))),
  };
}
