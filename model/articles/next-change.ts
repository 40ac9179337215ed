import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { isPublic } from './visibility.ts';

/** In ms since 1970; Infinity when there is no such moment. */
export interface Moments {
  until: number;
  expiresAt: number;
}

/** The next scheduled publication or expiration. */
export async function nextVisibilityChange(db: Db): Promise<Moments> {
  const now = new Date().toISOString();
  const next = (column: 'publish_at' | 'expires_at') => momentOf(db, 'min', column).where(column, '>', now);
  const row = await db
    .selectNoFrom([next('publish_at').as('appears'), next('expires_at').as('expires')])
    .executeTakeFirstOrThrow();
  const [appearsAt, expiresAt] = [row.appears, row.expires].map((moment) =>
    moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment),
  ) as [number, number];
  return { until: Math.min(appearsAt, expiresAt), expiresAt };
}

/** Time (ms) of the last publication or expiration; 0 when there was none. */
export async function lastVisibilityChange(db: Db): Promise<number> {
  const now = new Date().toISOString();
  const last = (column: 'publish_at' | 'expires_at') => momentOf(db, 'max', column).where(column, '<=', now);
  const { appeared, expired } = await db
    .selectNoFrom([last('publish_at').as('appeared'), last('expires_at').as('expired')])
    .executeTakeFirstOrThrow();
  return Math.max(...[appeared, expired].map((moment) => (moment === null ? 0 : Date.parse(moment))));
}

function momentOf(db: Db, which: 'min' | 'max', column: 'publish_at' | 'expires_at') {
  return db
    .selectFrom('articles')
    .select(sql<string | null>`${sql.raw(which)}(${sql.ref(column)})`.as('moment'))
    .where('deleted_at', 'is', null);
}

/** Between `from` (exclusive) and `to` (ms): articles that appeared and are public, and the last expiration. */
export async function articlesBetween(
  db: Db,
  from: number,
  to: number,
): Promise<{ appeared: { slug: string; title: string; at: number }[]; expiredAt: number | undefined }> {
  const [after, upTo] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const appeared = await db
    .selectFrom('articles')
    .select(['slug', 'title', 'publish_at'])
    .where('publish_at', '>', after)
    .where('publish_at', '<=', upTo)
    .where(isPublic(upTo))
    .orderBy('publish_at')
    .execute();
  const expired = await db
    .selectFrom('articles')
    .select('expires_at')
    .where('expires_at', '>', after)
    .where('expires_at', '<=', upTo)
    .where('deleted_at', 'is', null)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    appeared: appeared.map(({ slug, title, publish_at }) => ({ slug, title, at: Date.parse(publish_at ?? upTo) })),
    expiredAt: expired && Date.parse(expired.expires_at ?? upTo),
  };
}
