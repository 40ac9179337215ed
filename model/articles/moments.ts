import { sql } from 'kysely';
import type { Db } from '../tables.ts';

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
