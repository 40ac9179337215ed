import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Store } from '../store.ts';
import { assertVersion, requireRow } from './row.ts';
import type { Present } from './schema.ts';

/** A tab tells every 10 s that it is open; one that was silent for 30 s is gone. In ms. */
const GONE_AFTER = 30 * 1000;

/** One tab of one administrator's browser. */
export interface Tab {
  username: string;
  tab: string;
}

/**
 * Notes that a tab has an article open, and gives the other tabs that have, whoever's they are, first come first, with the
 * article's version now. 404 when there is no such article any more, 412 as for a change of it.
 */
export function markPresent(
  store: Store,
  slug: string,
  self: Tab,
  expected?: number[],
): Promise<{ others: Present[]; version: number }> {
  return write(store, async (tx) => {
    const article = await requireRow(tx, slug);
    assertVersion(article, expected);
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

/** Notes that a tab has left an article. 404 and 412 as for `markPresent`. */
export async function markAbsent(
  store: Store,
  slug: string,
  { username, tab }: Tab,
  expected?: number[],
): Promise<void> {
  await write(store, async (tx) => {
    const article = await requireRow(tx, slug);
    assertVersion(article, expected);
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
