import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Actor } from '../../roles.ts';
import type { Store } from '../store.ts';
import type { ArticleKey } from './kinds.ts';
import { type ArticleAim, maySee, requireRow } from './row.ts';
import { findPending } from './saving/draft.ts';
import { living } from './slugs.ts';

export const presentSchema = z.object({
  username: z.string(),
  tab: z.string(),
  since: z.string().describe('ISO 8601, UTC'),
});

export const presenceSchema = z.object({
  others: z.array(presentSchema),
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

export type Present = z.output<typeof presentSchema>;

const PRESENCE_TIMEOUT = 30 * 1000; // ms; the client sends a heartbeat every 10 s

export interface Tab extends Actor {
  tab: string;
}

/** Heartbeat of an editing tab; returns the other tabs, earliest first, and the article's version. 404, 412. */
export function markPresent(
  store: Store,
  { key, by, expected }: ArticleAim,
  tab: string,
): Promise<{ others: Present[]; version: number }> {
  return write(store, async (tx) => {
    const article = await requireRow(tx, key, by, expected);
    const now = new Date();
    const since = silentSince(now);
    await tx.deleteFrom('presence').where('seen_at', '<=', since).execute();
    await tx
      .insertInto('presence')
      .values({
        article_id: article.id,
        username: by.username,
        tab,
        opened_at: now.toISOString(),
        seen_at: now.toISOString(),
      })
      .onConflict((on) => on.columns(['article_id', 'username', 'tab']).doUpdateSet({ seen_at: now.toISOString() }))
      .execute();
    const { version } = await findPending(tx, article);
    return { others: await listOthers(tx, article.id, { ...by, tab }, since), version };
  });
}

/** The other tabs and the last save, without a heartbeat. 404. */
export async function readPresence(db: Db, key: ArticleKey, self: Tab): Promise<Presence> {
  // Without the body: this is read every 2 s.
  const saved = await living(db, key)
    .select(['id', 'version', 'has_draft', 'created_by', 'updated_at', 'updated_by'])
    .executeTakeFirst();
  const article = saved && maySee(saved, self) ? saved : await requireRow(db, key, self);
  const others = await listOthers(db, article.id, self, silentSince(new Date()));
  const { version, saved_at, saved_by } = await findPending(db, article);
  return { others, version, savedAt: saved_at, savedBy: saved_by };
}

/** Removes a tab. 404 and 412 as for `markPresent`. */
export async function markAbsent(store: Store, { key, by, expected }: ArticleAim, tab: string): Promise<void> {
  await write(store, async (tx) => {
    const article = await requireRow(tx, key, by, expected);
    await tx
      .deleteFrom('presence')
      .where((eb) => eb.and({ article_id: article.id, username: by.username, tab }))
      .execute();
  });
}

function silentSince(now: Date): string {
  return new Date(now.getTime() - PRESENCE_TIMEOUT).toISOString();
}

async function listOthers(db: Db, articleId: number, { username, tab }: Tab, since: string): Promise<Present[]> {
  const rows = await db
    .selectFrom('presence')
    .select(['username', 'tab', 'opened_at'])
    .where('article_id', '=', articleId)
    .where('seen_at', '>', since)
    .where((eb) => eb.or([eb('username', '!=', username), eb('tab', '!=', tab)]))
    .orderBy('opened_at')
    .orderBy('username')
    .orderBy('tab')
    .execute();
  return rows.map((row) => ({ username: row.username, tab: row.tab, since: row.opened_at }));
}
