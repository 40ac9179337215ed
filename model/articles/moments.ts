import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { isPublic } from './visibility.ts';

/** The next moment (ms since 1970) when an article appears or expires by itself; Infinity when there is none. */
export async function nextVisibilityChange(db: Db): Promise<number> {
  const now = new Date().toISOString();
  const next = (column: 'publish_at' | 'expires_at') =>
    db
      .selectFrom('articles')
      .select(sql<string | null>`min(${sql.ref(column)})`.as('moment'))
      .where('deleted_at', 'is', null)
      .where(column, '>', now);
  const rows = await next('publish_at').unionAll(next('expires_at')).execute();
  const moments = rows.flatMap(({ moment }) => (moment === null ? [] : [Date.parse(moment)]));
  return Math.min(...moments);
}

/** What happened by itself after `from` and up to `to` (ms): articles that appeared and are public now, and whether any expired. */
export async function articlesBetween(
  db: Db,
  from: number,
  to: number,
): Promise<{ appeared: { slug: string; title: string }[]; hasExpired: boolean }> {
  const [after, upTo] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const appeared = await db
    .selectFrom('articles')
    .select(['slug', 'title'])
    .where('publish_at', '>', after)
    .where('publish_at', '<=', upTo)
    .where(isPublic(upTo))
    .orderBy('publish_at')
    .execute();
  const expired = await db
    .selectFrom('articles')
    .select('id')
    .where('expires_at', '>', after)
    .where('expires_at', '<=', upTo)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return { appeared, hasExpired: expired !== undefined };
}
