import { z } from 'zod';
import { write } from '../../db/write.ts';
import type { Store } from '../store.ts';
import { type ArticleAim, requireFacts } from './row.ts';
import { findPending } from './saving/draft.ts';

export const presenceSchema = z.object({
  others: z.array(z.object({ username: z.string(), tab: z.string(), since: z.string().describe('ISO 8601, UTC') })),
  version: z.number().int(),
  savedAt: z.string().describe('ISO 8601, UTC'),
  savedBy: z.string().nullable().describe('Username'),
});

export const tabSchema = z.object({
  tab: z
    .string({ error: 'Вкладка: нужно её имя.' })
    .regex(/^[\w-]{1,64}$/, 'Вкладка: имя — от 1 до 64 латинских букв, цифр, дефисов и подчёркиваний.'),
});

export type Presence = z.output<typeof presenceSchema>;

const PRESENCE_TIMEOUT = 30 * 1000; // ms; the client sends a heartbeat every 3 s

/** Heartbeat of an editing tab; returns the other tabs, earliest first, and the last save. 404, 412. */
export function markPresent(store: Store, { key, by, expected }: ArticleAim, tab: string): Promise<Presence> {
  return write(store, async (tx) => {
    const article = await requireFacts(tx, key, by, expected);
    const now = new Date();
    const seen_at = now.toISOString();
    const own = { article_id: article.id, username: by.username, tab };
    await tx
      .deleteFrom('presence')
      .where('seen_at', '<=', new Date(now.getTime() - PRESENCE_TIMEOUT).toISOString())
      .execute();
    await tx
      .insertInto('presence')
      .values({ ...own, opened_at: seen_at, seen_at })
      .onConflict((on) => on.columns(['article_id', 'username', 'tab']).doUpdateSet({ seen_at }))
      .execute();
    const others = await tx
      .selectFrom('presence')
      .select(['username', 'tab', 'opened_at as since'])
      .where('article_id', '=', article.id)
      .where((eb) => eb.not(eb.and(own)))
      .orderBy('opened_at')
      .orderBy('username')
      .orderBy('tab')
      .execute();
    const { version, saved_at, saved_by } = await findPending(tx, article);
    return { others, version, savedAt: saved_at, savedBy: saved_by };
  });
}

/** Removes a tab. 404 and 412 as for `markPresent`. */
export async function markAbsent(store: Store, { key, by, expected }: ArticleAim, tab: string): Promise<void> {
  await write(store, async (tx) => {
    const article = await requireFacts(tx, key, by, expected);
    await tx
      .deleteFrom('presence')
      .where((eb) => eb.and({ article_id: article.id, username: by.username, tab }))
      .execute();
  });
}
