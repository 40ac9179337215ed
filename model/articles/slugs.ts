import { conflict, invalid } from '../errors.ts';
import { cutSlug, MAX_SLUG, RESERVED_SLUGS, slugCandidate, slugify } from '../slug.ts';
import type { Db } from '../tables.ts';

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
export async function freeSlug(db: Db, title: string, date: string): Promise<string> {
  const base = cutSlug(slugify(title), MAX_SLUG) || `news-${date.replaceAll('-', '')}`;
  for (let n = 1; ; n++) {
    const candidate = slugCandidate(base, n);
    if (!RESERVED_SLUGS.includes(candidate) && !(await isTaken(db, candidate))) return candidate;
  }
}

/** Refuses with 409 a slug that another article has. */
export async function assertFree(db: Db, slug: string): Promise<void> {
  if (await isTaken(db, slug)) throw slugTaken(slug);
}

export function slugTaken(slug: string) {
  return conflict('slug', `Адрес «${slug}» уже у другой новости, выберите другой.`);
}

/** The slug now belongs to a living article: no former one is answered under it any more. */
export async function takeOver(db: Db, slug: string): Promise<void> {
  await db.deleteFrom('former_slugs').where('slug', '=', slug).execute();
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
  const found = await db.selectFrom('articles').select('id').where('slug', '=', slug).where('deleted_at', 'is', null).executeTakeFirst();
  return found !== undefined;
}
