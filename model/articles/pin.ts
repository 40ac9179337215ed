import { z } from 'zod';
import type { Announcement } from '../../db/announcements.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Actor } from '../../roles.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';
import { articleKey } from './kinds.ts';
import { type ArticleRow, cardColumns, lockRow, toPageCard } from './row.ts';
import type { PageCard } from './schema.ts';
import { retryOnRace } from './slugs.ts';
import { isPublic } from './visibility.ts';

export const pinnedSchema = z.object({
  replaced: z.object({ slug: z.string(), title: z.string() }).nullable().describe('The article that was pinned before'),
});

/** The pinned article if it is public at `now` (ISO 8601, UTC). */
export async function findPinned(db: Db, now?: string): Promise<PageCard | undefined> {
  const row = await db
    .selectFrom('articles')
    .select(cardColumns)
    .where('pinned', '=', 1)
    .where(isPublic(now))
    .executeTakeFirst();
  return row && toPageCard(row, now);
}

/** Pins an article in the place of the one that is returned; neither gets a version. 404; 412 as `updateArticle`. */
export async function pinArticle(
  store: Store,
  slug: string,
  by: Actor,
  expected?: number[],
): Promise<Pick<ArticleRow, 'slug' | 'title'> | null> {
  const pin = async (tx: Db) => {
    const row = await lockRow(tx, articleKey(slug), by, expected);
    if (row.pinned === 1) return undefined;
    const before = await tx
      .updateTable('articles')
      .set({ pinned: 0 })
      .where('pinned', '=', 1)
      .where('id', '!=', row.id)
      .returning(['slug', 'title', 'deleted_at'])
      .executeTakeFirst();
    await tx.updateTable('articles').set({ pinned: 1 }).where('id', '=', row.id).execute();
    await record(tx, { who: by.username, action: 'article.pin', subject: row.slug, title: row.title });
    return before && before.deleted_at === null ? { slug: before.slug, title: before.title } : null;
  };
  return (await retryOnRace(() => write(store, pin, isNews))) ?? null;
}

/** Nothing happens when it is not pinned. 404; 412 as for `updateArticle`. */
export async function unpinArticle(store: Store, slug: string, by: Actor, expected?: number[]): Promise<void> {
  const unpin = async (tx: Db) => {
    const row = await lockRow(tx, articleKey(slug), by, expected);
    if (row.pinned === 0) return undefined;
    await tx.updateTable('articles').set({ pinned: 0 }).where('id', '=', row.id).execute();
    await record(tx, { who: by.username, action: 'article.unpin', subject: row.slug, title: row.title });
    return row;
  };
  await write(store, unpin, isNews);
}

/** Undefined: nothing happened. */
function isNews(done: object | null | undefined): Announcement | undefined {
  return done === undefined ? undefined : { topic: 'news' };
}
