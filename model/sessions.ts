import { createHash, randomBytes } from 'node:crypto';
import type { Db } from './tables.ts';

/** A session that nobody uses ends after 12 h; every session ends after 7 days. In ms. */
const IDLE_FOR = 12 * 3600 * 1000;
const LIVES_FOR = 7 * 24 * 3600 * 1000;
/** The last use is written at most this often, so that reading costs no write. */
const TOUCH_EVERY = 60 * 1000;

export interface Session {
  adminId: number;
  username: string;
}

/** Opens a session and gives its token: 256 random bits, of which only the hash is stored. Sessions past their end are swept out. */
export async function openSession(db: Db, adminId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await db.deleteFrom('sessions').where((eb) => eb.or(ended(now).map(([column, limit]) => eb(column, '<=', limit)))).execute();
  await db
    .insertInto('sessions')
    .values({ token_hash: hash(token), admin_id: adminId, created_at: now.toISOString(), last_used_at: now.toISOString() })
    .execute();
  return token;
}

/** Whose session the token is, or undefined when it is unknown, revoked or has run out. Each use keeps it open longer. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const now = new Date();
  const found = await db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .select(['admin_id', 'username', 'last_used_at'])
    .where('token_hash', '=', hash(token))
    .where((eb) => eb.and(ended(now).map(([column, limit]) => eb(column, '>', limit))))
    .executeTakeFirst();
  if (!found) return undefined;
  if (now.getTime() - Date.parse(found.last_used_at) > TOUCH_EVERY) {
    await db.updateTable('sessions').set({ last_used_at: now.toISOString() }).where('token_hash', '=', hash(token)).execute();
  }
  return { adminId: found.admin_id, username: found.username };
}

/** Ends the session: the token is dead from now on. */
export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hash(token)).execute();
}

function ended(now: Date) {
  return [
    ['sessions.last_used_at', new Date(now.getTime() - IDLE_FOR).toISOString()],
    ['sessions.created_at', new Date(now.getTime() - LIVES_FOR).toISOString()],
  ] as const;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
