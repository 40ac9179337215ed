import { isDuplicate } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { conflict, invalid } from '../../errors.ts';
import { type Actor, isEditor } from '../../roles.ts';
import { cutSlug, MAX_SLUG, RESERVED_SLUGS, slugCandidate, slugify } from '../text/slug.ts';

/** Each lost race is another save's success: this many concurrent saves of one title all succeed. */
const MAX_TRIES = 30;

/** The normalised slug. 400 when it is empty, over 120 characters or reserved for the panel. */
export function normaliseSlug(given: string): string {
  const slug = slugify(given);
  if (slug === '') throw invalid('slug', 'Адрес: нужна хотя бы одна буква или цифра.');
  if (slug.length > MAX_SLUG) throw invalid('slug', `Адрес: не длиннее ${MAX_SLUG} знаков.`);
  if (RESERVED_SLUGS.includes(slug)) throw invalid('slug', `Адрес «${slug}» занят самой панелью, выберите другой.`);
  return slug;
}

/** A free slug from the title, or from the date when the title yields nothing. */
export function freeSlug(db: Db, title: string, date: string, by: Actor): Promise<string> {
  return nextFreeSlug(db, cutSlug(slugify(title), MAX_SLUG) || `news-${date.replaceAll('-', '')}`, by);
}

/** Whether a slug is what `freeSlug` makes of a title, with or without a number. */
export function isMadeFrom(slug: string, title: string): boolean {
  const base = cutSlug(slugify(title), MAX_SLUG);
  if (base === '') return /^news-\d{8}(-\d+)?$/.test(slug);
  return slug === base || slug === slugCandidate(base, Number(/-(\d+)$/.exec(slug)?.[1] ?? 0));
}

/** The first free of `base`, `base-2`, `base-3`, … */
export async function nextFreeSlug(db: Db, base: string, by: Actor): Promise<string> {
  for (let n = 1; ; n++) {
    const candidate = slugCandidate(base, n);
    if (!RESERVED_SLUGS.includes(candidate) && !(await isTaken(db, candidate, by))) return candidate;
  }
}

/** 409 when another article has the slug. */
export async function assertFree(db: Db, slug: string, by: Actor): Promise<void> {
  if (await isTaken(db, slug, by)) throw slugTaken(slug);
}

/** Retries when another instance took the slug: the unique index admits one. 409 for an explicitly wanted slug. */
export async function retryOnRace<T>(wanted: string | undefined, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      if (wanted) throw slugTaken(wanted);
      if (tries === MAX_TRIES) throw error;
    }
  }
}

/** Frees a slug; returns the highest version served under it. The new owner's versions (ETags) must exceed it. */
export async function takeOver(db: Db, slug: string): Promise<number> {
  const { version } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.max('version').as('version'))
    .where((eb) =>
      eb.or([
        eb('slug', '=', slug),
        eb('id', 'in', eb.selectFrom('former_slugs').select('article_id').where('former_slugs.slug', '=', slug)),
      ]),
    )
    .executeTakeFirstOrThrow();
  await db.deleteFrom('former_slugs').where('slug', '=', slug).execute();
  return version ?? 0;
}

export async function rememberFormer(db: Db, slug: string, articleId: number): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ slug, article_id: articleId })
    .onConflict((on) => on.column('slug').doUpdateSet({ article_id: articleId }))
    .execute();
}

/** False for anything that cannot be a stored slug and needs no query. */
export function couldBeSlug(value: string): boolean {
  return value.length <= MAX_SLUG && /^[\w-]+$/.test(value);
}

/** For an author a former slug is taken too: their draft would end its redirect. */
async function isTaken(db: Db, slug: string, by: Actor): Promise<boolean> {
  if (!isEditor(by.role) && (await isFormer(db, slug, by))) return true;
  const found = await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function isFormer(db: Db, slug: string, { username }: Actor): Promise<boolean> {
  const found = await db
    .selectFrom('former_slugs')
    .innerJoin('articles', 'articles.id', 'former_slugs.article_id')
    .select('former_slugs.slug')
    .where('former_slugs.slug', '=', slug)
    .where((eb) => eb.or([eb('created_by', 'is distinct from', username), eb('publish_at', 'is not', null)]))
    .executeTakeFirst();
  return found !== undefined;
}

function slugTaken(slug: string) {
  return conflict('slug', `Адрес «${slug}» уже у другой новости, выберите другой.`);
}
