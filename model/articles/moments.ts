import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { isPublic } from './visibility.ts';

/** In ms since 1970; Infinity when there is no such moment. */
export interface Moments {
  /** When an article appears or expires by itself next. */
  until: number;
  /** When one expires next. */
  expiresAt: number;
}

/** The next moments at which what readers see changes without anybody doing anything. */
export async function nextVisibilityChange(db: Db): Promise<Moments> {
  const now = new Date().toISOString();
  const next = (column: 'publish_at' | 'expires_at') =>
    db
      .selectFrom('articles')
      .select(sql<string | null>`min(${sql.ref(column)})`.as('moment'))
      .where('deleted_at', 'is', null)
      .where(column, '>', now);
  const row = await db
    .selectNoFrom([next('publish_at').as('appears'), next('expires_at').as('expires')])
    .executeTakeFirstOrThrow();
  const [appearsAt, expiresAt] = [momentOf(row.appears), momentOf(row.expires)];
  return { until: Math.min(appearsAt, expiresAt), expiresAt };
}

function momentOf(stored: string | null): number {
  return stored === null ? Number.POSITIVE_INFINITY : Date.parse(stored);
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
