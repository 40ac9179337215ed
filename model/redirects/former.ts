import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { notFound } from '../../errors.ts';
import type { ArticleKey } from '../articles/kinds.ts';
import { findLiving } from '../articles/row.ts';
import { formerSlug, leadingSlugs } from '../articles/slugs.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';

export const formerAddressSchema = z.object({
  kind: z.enum(['article', 'page']),
  slug: z.string().describe('Former slug'),
  now: z.string().describe('Slug of the article or page now'),
  title: z.string().describe('Its title'),
});

export type FormerAddress = z.output<typeof formerAddressSchema>;

/** Former slugs that lead to a living article or page: each changed slug leaves one. Slugs in use are left out. */
export function listFormerAddresses(db: Db): Promise<FormerAddress[]> {
  return leadingSlugs(db)
    .select([
      'former_slugs.kind as kind',
      'former_slugs.slug as slug',
      'articles.slug as now',
      'articles.title as title',
    ])
    .where('articles.deleted_at', 'is', null)
    .orderBy('former_slugs.slug')
    .execute();
}

/** Ends the redirect of a former slug. 404 when it has none. */
export async function forgetFormerAddress(store: Store, { kind, slug }: ArticleKey, by: string): Promise<void> {
  const forget = async (tx: Db) => {
    const article = await formerSlug(tx, { kind, slug }).select('articles.title').executeTakeFirst();
    if (!article || (await findLiving(tx, { kind, slug })))
      throw notFound('Такого прежнего адреса нет. Возможно, его уже удалили.');
    await tx.deleteFrom('former_slugs').where('slug', '=', slug).where('kind', '=', kind).execute();
    await record(tx, { who: by, action: 'redirect.forget', subject: slug, title: article.title });
  };
  await write(store, forget, () => ({ topic: 'site-content' }));
}
