import type { Expression, SqlBool } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import { findByWords } from '../../../db/word-index.ts';
import { type Actor, isEditor } from '../../../roles.ts';
import { adminCardColumns, cardColumns, toAdminArticle, toAdminCard, toArticle, toCard, toPageCard } from '../row.ts';
import type { AdminArticle, AdminCard, Article, ArticleCard, PageCard } from '../schema.ts';
import { isKind, isPublic } from '../visibility.ts';
import { type Filter, type Listing, listed, orders, type Part, positionsOf, rowsAt } from './listed.ts';
import { RARE, searchArticles } from './search.ts';

export const countsSchema = z.object({
  total: z.number().int(),
  draft: z.number().int(),
  scheduled: z.number().int(),
  published: z.number().int(),
  review: z.number().int().describe('Drafts whose authors ask for publication'),
  isAtLeast: z.boolean().describe('The count is a lower bound'),
});

export type Counts = z.output<typeof countsSchema>;

interface AdminFilter {
  status?: Article['status'] | 'review' | undefined;
  q?: string | undefined;
  from?: string | undefined; // First day, YYYY-MM-DD
  to?: string | undefined; // Last day
  author?: string | undefined; // Username of the creator
  tag?: string | undefined; // Slug of a tag
  sort?: keyof typeof orders | undefined;
}

/** Public articles with bodies, newest first by date, then by id. */
export function publicArticles(db: Db, part: Part, tag?: string): Promise<Listing<Article>> {
  const read = (ids: number[]) => rowsOf(db, ids).selectAll().where(isPublic()).execute();
  return listed(db, { filter: publicWith(tag), hasBodies: true, read, show: toArticle }, part);
}

export function publicCards(db: Db, part: Part, tag?: string): Promise<Listing<ArticleCard>> {
  const read = (ids: number[]) => rowsOf(db, ids).select(cardColumns).where(isPublic()).execute();
  return listed(db, { filter: publicWith(tag), hasBodies: false, read, show: (row) => toCard(row) }, part);
}

/** Every living article with body, drafts included; for an author only own articles. */
export async function livingArticles(
  db: Db,
  by: Actor,
  filter: AdminFilter,
  part: Part,
): Promise<Listing<AdminArticle>> {
  const [isWanted, order] = [await living(db, by, filter), orders[filter.sort ?? 'date']];
  const read = (ids: number[]) => rowsOf(db, ids).selectAll().where('deleted_at', 'is', null).execute();
  return listed(db, { filter: () => isWanted, order, hasBodies: true, read, show: toAdminArticle }, part);
}

export async function livingCards(db: Db, by: Actor, filter: AdminFilter, part: Part): Promise<Listing<AdminCard>> {
  const [isWanted, order] = [await living(db, by, filter), orders[filter.sort ?? 'date']];
  const read = (ids: number[]) => rowsOf(db, ids).select(adminCardColumns).where('deleted_at', 'is', null).execute();
  const now = new Date().toISOString();
  const show = (row: Awaited<ReturnType<typeof read>>[number]) => toAdminCard(row, now);
  return listed(db, { filter: () => isWanted, order, hasBodies: false, read, show }, part);
}

/** Numbers of matching articles, by status. A search stops counting at a thousand (`isAtLeast`). */
export async function countLiving(db: Db, by: Actor, filter: Omit<AdminFilter, 'status' | 'sort'>): Promise<Counts> {
  const now = new Date().toISOString();
  const { isCommon, condition, ...sought } = await searchArticles(db, filter.q);
  const wanted = db.selectFrom('articles').select('publish_at');
  const matching = wanted.where(livingFilter(db, by, filter, condition));
  // Any other filter may leave few of very many matches, and counting would read all.
  const isNarrowed = !isEditor(by.role) || filter.from || filter.to || filter.author || filter.tag;
  const forms = isNarrowed ? undefined : sought.forms;
  const newest =
    forms &&
    wanted
      .innerJoin(findByWords(db, forms).as('words'), 'words.article_id', 'articles.id')
      .where(livingFilter(db, by, filter, undefined))
      .orderBy('words.id', 'desc');
  const count = (among: typeof matching) =>
    db
      .selectFrom(among.as('found'))
      .select((eb) => [
        eb.fn.countAll().as('total'),
        eb.fn.countAll().filterWhere('publish_at', 'is', null).as('draft'),
        eb.fn.countAll().filterWhere('publish_at', '>', now).as('scheduled'),
      ])
      .executeTakeFirstOrThrow();
  const some = newest && (await count(newest.limit(RARE)));
  const row = Number(some?.total) === RARE && some ? some : await count(isCommon ? matching.limit(RARE) : matching);
  const reviews = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(livingFilter(db, by, { ...filter, status: 'review' }, condition))
    .executeTakeFirstOrThrow();
  const [total, draft, scheduled] = [row.total, row.draft, row.scheduled].map(Number) as [number, number, number];
  return {
    total,
    draft,
    scheduled,
    published: total - draft - scheduled,
    review: Number(reviews.count),
    isAtLeast: isCommon && total === RARE,
  };
}

/** The newest public news, at most `limit`, optionally restricted by `also`. */
export async function newestCards(db: Db, limit: number, also?: Filter): Promise<PageCard[]> {
  const isWanted: Filter = (eb) => (also ? eb.and([isPublic()(eb), also(eb)]) : isPublic()(eb));
  const rows = await rowsAt(db, positionsOf(db, isWanted).limit(limit)).select(cardColumns).execute();
  return rows.map((row) => toPageCard(row));
}

/** The newest news published after `since` and dated `day` or later, at most `limit`; `day`: `since` in the site's time zone. */
export function recentCards(db: Db, { since, day }: { since: Date; day: string }, limit: number): Promise<PageCard[]> {
  return newestCards(db, limit, (eb) =>
    eb.and([eb('articles.publish_at', '>', since.toISOString()), eb('articles.date', '>=', day)]),
  );
}

/** The newest news that are dated in this year, at most `limit`. */
export function cardsOfYear(db: Db, year: number, limit: number): Promise<PageCard[]> {
  return newestCards(db, limit, (eb) => eb.between('articles.date', `${year}-01-01`, `${year}-12-31`));
}

/** Bodies of public articles by slug; those of more than `most` characters are left out. */
export async function publicBodies(db: Db, slugs: readonly string[], most: number): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('articles')
    .select(['slug', 'content'])
    .where('slug', 'in', slugs)
    .where(isPublic())
    .where((eb) => eb(eb.fn<number>('length', ['content']), '<=', most))
    .execute();
  return new Map(rows.map(({ slug, content }) => [slug, content]));
}

function publicWith(tag: string | undefined): () => Filter {
  return () => (eb) => (tag === undefined ? isPublic()(eb) : eb.and([isPublic()(eb), hasTag(tag)(eb)]));
}

function hasTag(slug: string): Filter {
  return (eb) =>
    eb('articles.id', 'in', eb.selectFrom('article_tags').select('article_id').where('article_tags.slug', '=', slug));
}

function rowsOf(db: Db, ids: number[]) {
  return db.selectFrom('articles').where('articles.id', 'in', ids);
}

async function living(db: Db, by: Actor, filter: AdminFilter): Promise<Filter> {
  const { condition } = await searchArticles(db, filter.q);
  return livingFilter(db, by, filter, condition);
}

function livingFilter(
  db: Db,
  by: Actor,
  { status, from, to, author, tag }: AdminFilter,
  condition: Expression<SqlBool> | undefined,
): Filter {
  const now = new Date().toISOString();
  const scheduled = db
    .selectFrom('articles')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('publish_at', '>', now);
  return (eb) => {
    const conditions: Expression<SqlBool>[] = [isKind('article'), eb('deleted_at', 'is', null)];
    if (status === 'draft') conditions.push(eb('publish_at', 'is', null));
    if (status === 'published') conditions.push(eb('publish_at', '<=', now));
    if (status === 'review')
      conditions.push(
        eb('publish_at', 'is', null),
        eb('articles.id', 'in', db.selectFrom('articles').select('id').where('review_at', 'is not', null)),
      );
    // Scheduled articles are few and scattered: found by the index on their time.
    if (status === 'scheduled') conditions.push(eb('articles.id', 'in', scheduled));
    if (from) conditions.push(eb('date', '>=', from));
    if (to) conditions.push(eb('date', '<=', to));
    if (!isEditor(by.role)) conditions.push(eb('created_by', '=', by.username));
    if (author) conditions.push(eb('created_by', '=', author));
    if (tag) conditions.push(hasTag(tag)(eb));
    if (condition) conditions.push(condition);
    return eb.and(conditions);
  };
}
