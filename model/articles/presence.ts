import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Store } from '../store.ts';
import { requireRow } from './row.ts';
import type { Present } from './schema.ts';

const GONE_AFTER = 30 * 1000; // ms; the client sends a heartbeat every 10 s

export interface Tab {
  username: string;
  tab: string;
}

/** Heartbeat of an editing tab; returns the other tabs, earliest first, and the article's version. 404, 412. */
export function markPresent(
  store: Store,
  slug: string,
  self: Tab,
  expected?: number[],
): Promise<{ others: Present[]; version: number }> {
  return write(store, async (tx) => {
    const article = await requireRow(tx, slug, expected);
    const now = new Date();
    const silentSince = new Date(now.getTime() - GONE_AFTER).toISOString();
    await tx.deleteFrom('presence').where('seen_at', '<=', silentSince).execute();
    await tx
      .insertInto('presence')
      .values({ article_id: article.id, ...self, opened_at: now.toISOString(), seen_at: now.toISOString() })
      .onConflict((on) => on.columns(['article_id', 'username', 'tab']).doUpdateSet({ seen_at: now.toISOString() }))
      .execute();
    return { others: await listOthers(tx, article.id, self), version: article.version };
  });
}

/** Removes a tab. 404 and 412 as for `markPresent`. */
export async function markAbsent(
  store: Store,
  slug: string,
  { username, tab }: Tab,
  expected?: number[],
): Promise<void> {
  await write(store, async (tx) => {
    const article = await requireRow(tx, slug, expected);
    await tx
      .deleteFrom('presence')
      .where('article_id', '=', article.id)
      .where('username', '=', username)
      .where('tab', '=', tab)
      .execute();
  });
}

async function listOthers(tx: Db, articleId: number, { username, tab }: Tab): Promise<Present[]> {
  const rows = await tx
    .selectFrom('presence')
    .select(['username', 'tab', 'opened_at'])
    .where('article_id', '=', articleId)
    .where((eb) => eb.or([eb('username', '!=', username), eb('tab', '!=', tab)]))
    .orderBy('opened_at')
    .orderBy('username')
    .orderBy('tab')
    .execute();
  return rows.map((row) => ({ username: row.username, tab: row.tab, since: row.opened_at }));
}
