import type { Expression, SqlBool } from 'kysely';
import { z } from 'zod';
import { isSqlite } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { hasWords } from '../../../db/word-index.ts';
import { type Actor, isEditor } from '../../../roles.ts';
import { adminCardColumns, cardColumns, toAdminArticle, toAdminCard, toArticle, toCard, toPageCard } from '../row.ts';
import type { AdminArticle, AdminCard, Article, ArticleCard, PageCard } from '../schema.ts';
import { isKind, isPublic } from '../visibility.ts';
import { type Filter, type Listing, listed, orders, type Part, positionsOf, rowsAt, withTerms } from './listed.ts';
import { MAX_SORTED_MATCHES, searchArticles, termsOf } from './search.ts';

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
  const read = (ids: number[]) => rowsOf(db, ids).selectAll().where('deleted_at', 'is', null).execute();
  return listed(db, { ...(await living(db, by, filter)), hasBodies: true, read, show: toAdminArticle }, part);
}

export async function livingCards(db: Db, by: Actor, filter: AdminFilter, part: Part): Promise<Listing<AdminCard>> {
  const read = (ids: number[]) => rowsOf(db, ids).select(adminCardColumns).where('deleted_at', 'is', null).execute();
  const now = new Date().toISOString();
  const show = (row: Awaited<ReturnType<typeof read>>[number]) => toAdminCard(row, now);
  return listed(db, { ...(await living(db, by, filter)), hasBodies: false, read, show }, part);
}

/** Numbers of matching articles, by status. A search stops counting at a thousand (`isAtLeast`). */
export async function countLiving(db: Db, by: Actor, filter: Omit<AdminFilter, 'status' | 'sort'>): Promise<Counts> {
  const now = new Date().toISOString();
  const terms = walkedTerms(db, by, filter);
  const { isCommon, condition } = terms
    ? { isCommon: true, condition: hasWords(db, terms) }
    : await searchArticles(db, filter.q);
  const matching = terms
    ? withTerms(db, terms, livingFilter(db, by, filter, undefined)).select('publish_at')
    : db
        .selectFrom('articles')
        .select('publish_at')
        .where(livingFilter(db, by, filter, condition));
  const row = await db
    .selectFrom((isCommon ? matching.limit(MAX_SORTED_MATCHES + 1) : matching).as('found'))
    .select((eb) => [
      eb.fn.countAll().as('total'),
      eb.fn.countAll().filterWhere('publish_at', 'is', null).as('draft'),
      eb.fn.countAll().filterWhere('publish_at', '>', now).as('scheduled'),
    ])
    .executeTakeFirstOrThrow();
  const reviews = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(livingFilter(db, by, { ...filter, status: 'review' }, condition))
    .executeTakeFirstOrThrow();
  const isAtLeast = isCommon && Number(row.total) > MAX_SORTED_MATCHES;
  const capped = (count: unknown) => (isAtLeast ? Math.min(MAX_SORTED_MATCHES, Number(count)) : Number(count));
  const [total, draft, scheduled] = [capped(row.total), capped(row.draft), capped(row.scheduled)];
  const published = Math.max(0, total - draft - scheduled);
  return { total, draft, scheduled, published, review: Number(reviews.count), isAtLeast };
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

async function living(db: Db, by: Actor, filter: AdminFilter) {
  const order = orders[filter.sort ?? 'date'];
  const terms = order === orders.date ? walkedTerms(db, by, filter) : undefined;
  const { condition } = terms ? {} : await searchArticles(db, filter.q);
  const isWanted = livingFilter(db, by, filter, condition);
  return { filter: () => isWanted, order, terms };
}

/** Of a search that reads the index of words in its order: with SQLite, unless another filter may leave few of very many matches. */
function walkedTerms(db: Db, by: Actor, { q, status = 'published', from, to, author, tag }: AdminFilter) {
  const terms = termsOf(q);
  const isNarrowed = !isEditor(by.role) || status !== 'published' || from || to || author || tag;
  return isSqlite(db) && terms.length > 0 && !isNarrowed ? terms : undefined;
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
