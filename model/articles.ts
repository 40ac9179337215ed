import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Article, ArticleCard, ArticleChange, NewArticle } from './articles/schema.ts';
import { assertFree, couldBeSlug, freeSlug, normaliseSlug, rememberFormer, slugTaken, takeOver } from './articles/slugs.ts';
import { replaceDataImages, sanitizeBody } from './body.ts';
import { todayIn } from './date.ts';
import { isDuplicate } from './dialect.ts';
import { invalid, notFound, staleVersion } from './errors.ts';
import { excerpt, NEWS_EXCERPT, plainText } from './excerpt.ts';
import type { ArticleTable, Db, Tables } from './tables.ts';
import { type Announcement, type Store, write } from './write.ts';

export type ArticleRow = Selectable<ArticleTable>;

/** The columns of a card: everything but the body. */
export const cardColumns = [
  'id', 'slug', 'title', 'date', 'lead', 'cover_image_url', 'publish_at', 'expires_at', 'updated_at', 'version',
] as const satisfies (keyof ArticleTable)[];

/** What a reader finds under a slug: the article, the slug it moved to, or nothing (unknown, draft, scheduled, expired, deleted). */
export async function findPublicArticle(db: Db, slug: string): Promise<{ article: Article } | { movedTo: string } | undefined> {
  if (!couldBeSlug(slug)) return undefined;
  const row = await db.selectFrom('articles').selectAll().where('slug', '=', slug).where(isPublic()).executeTakeFirst();
  if (row) return { article: toArticle(row) };
  const moved = await db
    .selectFrom('articles')
    .innerJoin('former_slugs', 'former_slugs.article_id', 'articles.id')
    .select('articles.slug')
    .where('former_slugs.slug', '=', slug)
    .where(isPublic())
    .executeTakeFirst();
  // A living article that is not public still owns its slug: nobody is sent elsewhere from it.
  if (!moved || (await findLiving(db, slug))) return undefined;
  return { movedTo: moved.slug };
}

/** For the panel: the article of any status, under its slug or a former one. 404 when there is none. */
export async function findArticle(db: Db, slug: string): Promise<Article> {
  return toArticle(await requireRow(db, slug));
}

/** Makes an article; without a status it is public at once, without a date it is today's. 409 when the slug asked for is taken. */
export async function createArticle(store: Store, input: NewArticle): Promise<Article> {
  const content = await safeBody(store, input.content ?? '');
  const date = input.date ?? todayIn(store.timeZone);
  const wanted = input.slug?.trim() ? normaliseSlug(input.slug) : undefined;
  const now = new Date().toISOString();
  const create = async (tx: Db) => {
    if (wanted) await assertFree(tx, wanted);
    const slug = wanted ?? (await freeSlug(tx, input.title, date));
    await takeOver(tx, slug);
    return tx
      .insertInto('articles')
      .values({
        slug,
        ...titleColumns(input.title),
        date,
        ...bodyColumns(content),
        cover_image_url: input.coverImageUrl ?? null,
        ...visibility(input, undefined, now),
        created_at: now,
        updated_at: now,
        deleted_at: null,
        version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  };
  return toArticle(await retryOnRace(wanted, () => write(store, create, (row) => newsChanged(row, false))));
}

/**
 * Changes an article found by its slug or a former one; fields left out keep their value.
 * `expected` are the versions the caller may be looking at: 412 when the stored one is none of them.
 */
export async function updateArticle(store: Store, slug: string, change: ArticleChange, expected?: number[]): Promise<Article> {
  const content = change.content === undefined ? undefined : await safeBody(store, change.content);
  const wanted = change.slug?.trim() ? normaliseSlug(change.slug) : undefined;
  const now = new Date().toISOString();
  let wasPublic = false;
  const update = async (tx: Db) => {
    const old = await requireRow(tx, slug, expected);
    wasPublic = isPublicAt(old, now);
    if (wanted && wanted !== old.slug) await moveTo(tx, old, wanted);
    return tx
      .updateTable('articles')
      .set({
        ...(wanted && { slug: wanted }),
        ...(change.title !== undefined && titleColumns(change.title)),
        ...(change.date !== undefined && { date: change.date ?? todayIn(store.timeZone) }),
        ...(content !== undefined && bodyColumns(content)),
        ...(change.coverImageUrl !== undefined && { cover_image_url: change.coverImageUrl }),
        ...visibility(change, old, now),
        updated_at: now,
        version: old.version + 1,
      })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  };
  return toArticle(await retryOnRace(wanted, () => write(store, update, (row) => newsChanged(row, wasPublic))));
}

/** Takes an article away and frees its slug. 404 and 412 as for a change. */
export async function deleteArticle(store: Store, slug: string, expected?: number[]): Promise<void> {
  const now = new Date().toISOString();
  const remove = async (tx: Db) => {
    const old = await requireRow(tx, slug, expected);
    await tx.updateTable('articles').set({ deleted_at: now, updated_at: now, version: old.version + 1 }).where('id', '=', old.id).execute();
  };
  await write(store, remove, () => ({ topic: 'news' }));
}

/** The one place that decides what a reader may see: published by now, not expired, not deleted. */
export function isPublic(now = new Date().toISOString()) {
  return (eb: ExpressionBuilder<Tables, 'articles'>) =>
    eb.and([
      eb('articles.deleted_at', 'is', null),
      eb('articles.publish_at', '<=', now),
      eb.or([eb('articles.expires_at', 'is', null), eb('articles.expires_at', '>', now)]),
    ]);
}

/** An article as it leaves the house. */
export function toArticle(row: ArticleRow): Article {
  return { ...toCard(row), content: row.content };
}

/** The same without the body. */
export function toCard(row: Pick<ArticleRow, (typeof cardColumns)[number]>): ArticleCard {
  return {
    slug: row.slug,
    title: row.title,
    date: row.date,
    coverImageUrl: row.cover_image_url,
    excerpt: excerpt(row.lead, NEWS_EXCERPT),
    status: row.publish_at === null ? 'draft' : row.publish_at > new Date().toISOString() ? 'scheduled' : 'published',
    publishAt: row.publish_at,
    expiresAt: row.expires_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

async function requireRow(db: Db, slug: string, expected?: number[]): Promise<ArticleRow> {
  const row = couldBeSlug(slug) ? ((await findLiving(db, slug)) ?? (await findMoved(db, slug))) : undefined;
  if (!row) throw notFound('Такой новости нет. Возможно, её удалили.');
  if (expected && !expected.includes(row.version)) throw staleVersion();
  return row;
}

function findLiving(db: Db, slug: string): Promise<ArticleRow | undefined> {
  return db.selectFrom('articles').selectAll().where('slug', '=', slug).where('deleted_at', 'is', null).executeTakeFirst();
}

function findMoved(db: Db, slug: string): Promise<ArticleRow | undefined> {
  return db
    .selectFrom('articles')
    .innerJoin('former_slugs', 'former_slugs.article_id', 'articles.id')
    .selectAll('articles')
    .where('former_slugs.slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function moveTo(tx: Db, old: ArticleRow, slug: string): Promise<void> {
  await assertFree(tx, slug);
  await takeOver(tx, slug);
  await rememberFormer(tx, old.slug, old.id);
}

/**
 * When the article is public, from what was asked and what it was. `published` with a moment to come means now;
 * `scheduled` needs a moment; a moment alone moves an article that is not a draft, and a new one waits for it.
 */
function visibility(input: Pick<ArticleChange, 'status' | 'publishAt' | 'expiresAt'>, old: ArticleRow | undefined, now: string) {
  const before = old ? old.publish_at : now;
  const asked = input.publishAt ?? before;
  const publish_at = { draft: null, scheduled: asked, published: asked === null || asked > now ? now : asked, kept: before === null ? null : asked }[
    input.status ?? 'kept'
  ];
  if (input.status === 'scheduled' && (input.publishAt ?? old?.publish_at ?? null) === null) {
    throw invalid('publishAt', 'Время публикации: укажите, когда показать новость.');
  }
  const expires_at = input.expiresAt === undefined ? (old?.expires_at ?? null) : input.expiresAt;
  if (publish_at && expires_at && expires_at <= publish_at) throw invalid('expiresAt', 'Время снятия: должно быть позже времени публикации.');
  return { publish_at, expires_at };
}

function titleColumns(title: string) {
  return { title, title_search: title.toLowerCase() };
}

/** One character more than an excerpt holds tells whether it was cut. */
function bodyColumns(content: string) {
  return { content, lead: plainText(content, NEWS_EXCERPT + 1) };
}

async function safeBody(store: Store, html: string): Promise<string> {
  return sanitizeBody(await replaceDataImages(html, (bytes) => store.pictures.put(bytes)));
}

function isPublicAt(row: ArticleRow, now: string): boolean {
  return row.publish_at !== null && row.publish_at <= now && (row.expires_at === null || row.expires_at > now);
}

function newsChanged(row: ArticleRow, wasPublic: boolean): Announcement {
  const appeared = !wasPublic && isPublicAt(row, new Date().toISOString());
  return appeared ? { topic: 'news', article: { slug: row.slug, title: row.title } } : { topic: 'news' };
}

/** Two instances may choose one free slug in the same moment: the unique index lets one through, the other chooses again. */
async function retryOnRace<T>(wanted: string | undefined, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      if (wanted) throw slugTaken(wanted);
      if (tries === 5) throw error;
    }
  }
}
