import { isDuplicate } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { conflict, invalid } from '../../errors.ts';
import { cutSlug, MAX_SLUG, RESERVED_SLUGS, slugCandidate, slugify } from '../text/slug.ts';

/** Each lost race is another's gain: so many saves of one title at the same moment all get through. */
const MAX_TRIES = 30;

/**
 * The slug an editor asked for, normalised. Nothing left of it, more than 120 characters or a name of the panel's own pages is 400.
 */
export function normaliseSlug(given: string): string {
  const slug = slugify(given);
  if (slug === '') throw invalid('slug', 'Адрес: нужна хотя бы одна буква или цифра.');
  if (slug.length > MAX_SLUG) throw invalid('slug', `Адрес: не длиннее ${MAX_SLUG} знаков.`);
  if (RESERVED_SLUGS.includes(slug)) throw invalid('slug', `Адрес «${slug}» занят самой панелью, выберите другой.`);
  return slug;
}

/** A free slug made from the title, or from the date when the title leaves nothing: the first of `slug`, `slug-2`, `slug-3`, … */
export function freeSlug(db: Db, title: string, date: string): Promise<string> {
  return nextFreeSlug(db, cutSlug(slugify(title), MAX_SLUG) || `news-${date.replaceAll('-', '')}`);
}

/** The first free slug of `base`, `base-2`, `base-3`, … */
export async function nextFreeSlug(db: Db, base: string): Promise<string> {
  for (let n = 1; ; n++) {
    const candidate = slugCandidate(base, n);
    if (!RESERVED_SLUGS.includes(candidate) && !(await isTaken(db, candidate))) return candidate;
  }
}

/** Refuses with 409 a slug that another article has. */
export async function assertFree(db: Db, slug: string): Promise<void> {
  if (await isTaken(db, slug)) throw slugTaken(slug);
}

/** Two instances may choose one free slug in the same moment: the unique index lets one through, the other chooses again. */
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

/**
 * The slug now belongs to a living article: no former one is answered under it any more. Gives the highest version that an
 * earlier article had there: versions are the entity tags of an address, so the new owner has to count on from it.
 */
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

/** Readers who come by the old address are sent on to this article. */
export async function rememberFormer(db: Db, slug: string, articleId: number): Promise<void> {
  await db
    .insertInto('former_slugs')
    .values({ slug, article_id: articleId })
    .onConflict((on) => on.column('slug').doUpdateSet({ article_id: articleId }))
    .execute();
}

/** Everything that can be a stored slug; anything else needs no query. */
export function couldBeSlug(value: string): boolean {
  return value.length <= MAX_SLUG && /^[\w-]+$/.test(value);
}

async function isTaken(db: Db, slug: string): Promise<boolean> {
  const found = await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

function slugTaken(slug: string) {
  return conflict('slug', `Адрес «${slug}» уже у другой новости, выберите другой.`);
}
