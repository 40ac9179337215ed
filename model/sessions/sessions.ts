import type { ExpressionBuilder } from 'kysely';
import { isBusy, isDiskFull, isReadOnly } from '../../db/errors.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { notFound } from '../../errors.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';
import { hashToken } from './token.ts';

/** A session that nobody uses ends after 12 h; every session ends after 7 days. In ms. */
const IDLE_FOR = 12 * 3600 * 1000;
const LIVES_FOR = 7 * 24 * 3600 * 1000;
/** The last use is written at most this often, so that reading costs no write. */
const TOUCH_EVERY = 60 * 1000;
/** Characters of the token's hash that name a session to its owner: enough to tell all sessions apart, useless for making a token. */
const ID_LENGTH = 16;

export interface Session {
  id: string;
  adminId: number;
  username: string;
}

export interface OwnSession {
  id: string;
  /** Browser and system, in words. */
  device: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt: string;
  /** The one that asks. */
  current: boolean;
}

/** Whose session the token is, or undefined when it is unknown, revoked or has run out. Each use keeps it open longer. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const now = new Date();
  const token_hash = hashToken(token);
  const found = await db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .select(['admin_id', 'username', 'last_used_at'])
    .where('token_hash', '=', token_hash)
    .where(isOpen(now))
    .executeTakeFirst();
  if (!found) return undefined;
  if (now.getTime() - Date.parse(found.last_used_at) > TOUCH_EVERY) await touch(db, token_hash, now);
  return { id: token_hash.slice(0, ID_LENGTH), adminId: found.admin_id, username: found.username };
}

/** The open sessions of the one who asks, the last used first. */
export async function listSessions(db: Db, { id, adminId }: Session): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where(isOpen(new Date()))
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => {
    const rowId = row.token_hash.slice(0, ID_LENGTH);
    const { device, created_at: createdAt, last_used_at: lastUsedAt } = row;
    return { id: rowId, device, createdAt, lastUsedAt, current: rowId === id };
  });
}

/** Ends one of the own sessions: its token is dead from now on. 404 for any other. */
export async function revokeSession(store: Store, { adminId, username }: Session, id: string): Promise<void> {
  await write(store, async (tx) => {
    const revoked = /^[0-9a-f]{16}$/.test(id)
      ? await tx
          .deleteFrom('sessions')
          .where('admin_id', '=', adminId)
          .where('token_hash', 'like', `${id}%`)
          .returning('device')
          .executeTakeFirst()
      : undefined;
    if (!revoked) throw notFound('Такого сеанса нет. Возможно, он уже завершён.');
    await record(tx, { who: username, action: 'session.revoke', subject: revoked.device });
  });
}

/** Ends the session: the token is dead from now on. */
export async function closeSession(store: Store, token: string): Promise<void> {
  await write(store, (tx) => tx.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute());
}

/** Sweeps out the sessions that have run out. */
export async function dropEndedSessions(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or(ended(now).map(([column, limit]) => eb(column, '<=', limit))))
    .execute();
}

/** A database that cannot be written at this moment is no reason to refuse a reader: the next call writes it down. */
async function touch(db: Db, token_hash: string, now: Date): Promise<void> {
  try {
    await db
      .updateTable('sessions')
      .set({ last_used_at: now.toISOString() })
      .where('token_hash', '=', token_hash)
      .execute();
  } catch (error) {
    if (!isBusy(error) && !isReadOnly(error) && !isDiskFull(error)) throw error;
  }
}

function isOpen(now: Date) {
  return (eb: ExpressionBuilder<Tables, 'sessions'>) =>
    eb.and(ended(now).map(([column, limit]) => eb(column, '>', limit)));
}

function ended(now: Date) {
  return [
    ['sessions.last_used_at', new Date(now.getTime() - IDLE_FOR).toISOString()],
    ['sessions.created_at', new Date(now.getTime() - LIVES_FOR).toISOString()],
  ] as const;
}
