import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { write } from '../../db/write.ts';
import { conflict } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { text, toggle } from '../fields.ts';
import type { Store } from '../store.ts';
import { type ArticleAim, cardColumns, lockRow, toAdminArticle, toPageCard } from './row.ts';
import type { AdminArticle, PageCard } from './schema.ts';
import { retryOnRace } from './slugs.ts';
import { isKind, isPublic } from './visibility.ts';

export const pinnedSchema = z.object({
  replaced: z.object({ slug: z.string(), title: z.string() }).nullable().describe('The article pinned before'),
});

type Pinned = z.output<typeof pinnedSchema>;

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

/** Pins an article; returns the one that it replaces. Neither gets a new version. 404; 412 as `updateArticle`. */
export async function pinArticle(store: Store, { key, by, expected }: ArticleAim): Promise<Pinned['replaced']> {
  const pin = async (tx: Db) => {
    const row = await lockRow(tx, key, by, expected);
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

/** Unpins an article; no-op when it is not pinned. 404; 412 as for `updateArticle`. */
export async function unpinArticle(store: Store, { key, by, expected }: ArticleAim): Promise<void> {
  const unpin = async (tx: Db) => {
    const row = await lockRow(tx, key, by, expected);
    if (row.pinned === 0) return undefined;
    await tx.updateTable('articles').set({ pinned: 0 }).where('id', '=', row.id).execute();
    await record(tx, { who: by.username, action: 'article.unpin', subject: row.slug, title: row.title });
    return row;
  };
  await write(store, unpin, isNews);
}

/** The message of a change; undefined if nothing happened. */
function isNews(done: object | null | undefined): TopicMessage | undefined {
  return done === undefined ? undefined : { topic: 'news' };
}

export const reviewSchema = z.object({
  asked: toggle('На проверку').describe('True requests publication; false withdraws the request or returns the draft'),
  note: text('Записка', 1000).optional().describe('Note for the other side; replaces the previous one'),
});

/** An author requests publication, an editor returns the article. 404; 403 for an author and 409 for others once it is public; 412 as `updateArticle`. */
export function setReview(
  store: Store,
  { key, by, expected }: ArticleAim,
  { asked, note = '' }: z.output<typeof reviewSchema>,
): Promise<AdminArticle> {
  return write(store, async (tx: Db) => {
    const old = await lockRow(tx, key, by, expected);
    if (old.publish_at !== null)
      throw conflict('status', 'Проверяют черновики, а новость уже опубликована или запланирована.');
    const review_at = asked ? (old.review_at ?? new Date().toISOString()) : null;
    const row = await tx
      .updateTable('articles')
      .set({ review_at, review_note: note.trim() })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isTurned = (old.review_at === null) === asked;
    const action = asked ? 'article.review' : 'article.return';
    if (isTurned) await record(tx, { who: by.username, action, subject: old.slug, title: old.title });
    return toAdminArticle(row);
  });
}

export const plannedSchema = z.object({
  slug: z.string(),
  title: z.string(),
  at: z.string().describe('ISO 8601, UTC'),
  what: z.enum(['appears', 'ends']),
});

export type Planned = z.output<typeof plannedSchema>;

const DAYS = 7;
const DAY = 24 * 3600 * 1000;

/** Scheduled publications and expirations of the next seven days, by time. */
export async function listPlan(db: Db): Promise<Planned[]> {
  const now = new Date();
  // One day more, so that the last day is complete in every time zone.
  const end = new Date(now.getTime() + (DAYS + 1) * DAY).toISOString();
  const within = (column: 'publish_at' | 'expires_at') =>
    db
      .selectFrom('articles')
      .select(['slug', 'title', `${column} as at`])
      .where(isKind('article'))
      .where('deleted_at', 'is', null)
      .where('publish_at', 'is not', null)
      .where(column, '>', now.toISOString())
      .where(column, '<', end)
      .orderBy(column)
      .execute();
  const [appearing, ending] = await Promise.all([within('publish_at'), within('expires_at')]);
  return [
    ...appearing.map((row) => ({ ...row, at: row.at ?? end, what: 'appears' as const })),
    ...ending.map((row) => ({ ...row, at: row.at ?? end, what: 'ends' as const })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
}
