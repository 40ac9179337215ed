import { isDuplicate } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { conflict, invalid } from '../../errors.ts';
import { type Actor, isEditor } from '../../roles.ts';
import { isReservedPath } from '../pages/routes.ts';
import { cutSlug, MAX_SLUG, RESERVED_SLUGS, slugCandidate, slugify } from '../text/slug.ts';
import { type ArticleKey, KIND_WORDS, type Kind } from './kinds.ts';
import { isKind } from './visibility.ts';

const MAX_TRIES = 30; // Each lost race is another save's success: this many concurrent saves of one title all succeed

/** The normalised slug. 400 when it is empty, over 120 characters, or reserved for the panel or for the site itself. */
export function normaliseSlug(given: string, kind: Kind): string {
  const slug = slugify(given);
  if (slug === '') throw invalid('slug', 'Адрес: нужна хотя бы одна буква или цифра.');
  if (slug.length > MAX_SLUG) throw invalid('slug', `Адрес: не длиннее ${MAX_SLUG} знаков.`);
  if (RESERVED_SLUGS.includes(slug)) throw invalid('slug', `Адрес «${slug}» занят самой панелью, выберите другой.`);
  if (isReserved({ kind, slug })) throw invalid('slug', `Адрес «/${slug}» занят самим сайтом, выберите другой.`);
  return slug;
}

/** A free slug from the title, or from the date when the title yields nothing. */
export function freeSlug(
  db: Db,
  kind: Kind,
  { title, date }: { title: string; date: string },
  by: Actor,
): Promise<string> {
  const dated = `${kind === 'page' ? 'page' : 'news'}-${date.replaceAll('-', '')}`;
  return nextFreeSlug(db, { kind, slug: cutSlug(slugify(title), MAX_SLUG) || dated }, by);
}

/** Whether a slug is what `freeSlug` makes of a title, with or without a number. */
export function isDerivedFrom(slug: string, title: string): boolean {
  const base = cutSlug(slugify(title), MAX_SLUG);
  if (base === '') return /^(news|page)-\d{8}(-\d+)?$/.test(slug);
  return slug === base || slug === slugCandidate(base, Number(/-(\d+)$/.exec(slug)?.[1] ?? 0));
}

/** The first free of `slug`, `slug-2`, `slug-3`, … */
export async function nextFreeSlug(db: Db, { kind, slug }: ArticleKey, by: Actor): Promise<string> {
  for (let n = 1; ; n++) {
    const candidate = { kind, slug: slugCandidate(slug, n) };
    if (!isReserved(candidate) && !(await isTaken(db, candidate, by))) return candidate.slug;
  }
}

/** 409 when another article has the slug; the message for an author does not reveal that article. */
export async function assertFree(db: Db, key: ArticleKey, by: Actor): Promise<void> {
  if (!(await isTaken(db, key, by))) return;
  const whose = isEditor(by.role) ? `уже у другой ${KIND_WORDS[key.kind].genitive}` : 'занят';
  throw conflict('slug', `Адрес «${key.slug}» ${whose}, выберите другой.`);
}

/** Retries when another instance took the slug: the unique index admits one. */
export async function retryOnRace<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDuplicate(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** Frees a slug; returns the highest version served under it, drafts included. The new owner's versions (ETags) must exceed it. */
export async function claimSlug(db: Db, { kind, slug }: ArticleKey): Promise<number> {
  const served = await db
    .selectFrom('articles')
    .leftJoin('article_drafts', 'article_id', 'articles.id')
    .select((eb) => [eb.fn.max('articles.version').as('version'), eb.fn.max('article_drafts.version').as('draft')])
    .where((eb) => {
      const moved = eb.selectFrom('former_slugs').select('article_id').where('former_slugs.slug', '=', slug);
      return eb.or([
        eb.and([eb('slug', '=', slug), isKind(kind)]),
        eb('id', 'in', moved.where('former_slugs.kind', '=', kind)),
      ]);
    })
    .executeTakeFirstOrThrow();
  await db.deleteFrom('former_slugs').where('slug', '=', slug).where('kind', '=', kind).execute();
  return Math.max(served.version ?? 0, served.draft ?? 0);
}

export async function rememberFormer(db: Db, key: ArticleKey, articleId: number): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ ...key, article_id: articleId })
    .onConflict((on) => on.columns(['slug', 'kind']).doUpdateSet({ article_id: articleId }))
    .execute();
}

/** False for anything that cannot be a stored slug and needs no query. */
export function couldBeSlug(value: string): boolean {
  return value.length <= MAX_SLUG && /^[\w-]+$/.test(value);
}

/** The living article that has this slug now, of any status. */
export function living(db: Db, { kind, slug }: ArticleKey) {
  return db.selectFrom('articles').where('slug', '=', slug).where(isKind(kind)).where('deleted_at', 'is', null);
}

/** A former slug, with the article that had it. */
export function formerSlug(db: Db, { kind, slug }: ArticleKey) {
  return former(db).where('former_slugs.slug', '=', slug).where('former_slugs.kind', '=', kind);
}

/** Former slugs that no living article uses now, each with the article that had it. */
export function leadingSlugs(db: Db) {
  return former(db)
    .leftJoin('articles as owner', (on) =>
      on
        .onRef('owner.slug', '=', 'former_slugs.slug')
        .onRef('owner.kind', '=', 'former_slugs.kind')
        .on('owner.deleted_at', 'is', null),
    )
    .where('owner.id', 'is', null);
}

function former(db: Db) {
  return db.selectFrom('former_slugs').innerJoin('articles', 'articles.id', 'former_slugs.article_id');
}

/** For an author a former slug counts as taken: their draft would end its redirect. */
async function isTaken(db: Db, key: ArticleKey, by: Actor): Promise<boolean> {
  if (!isEditor(by.role) && (await isFormer(db, key, by))) return true;
  return (await living(db, key).select('id').executeTakeFirst()) !== undefined;
}

async function isFormer(db: Db, key: ArticleKey, { username }: Actor): Promise<boolean> {
  const found = await formerSlug(db, key)
    .select('former_slugs.slug')
    .where((eb) => eb.or([eb('created_by', 'is distinct from', username), eb('publish_at', 'is not', null)]))
    .executeTakeFirst();
  return found !== undefined;
}

function isReserved({ kind, slug }: ArticleKey): boolean {
  return RESERVED_SLUGS.includes(slug) || (kind === 'page' && isReservedPath(slug));
}
