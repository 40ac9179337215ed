import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { isBusy, isDiskFull, isReadOnly } from '../../db/errors.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { notFound } from '../../errors.ts';
import type { Role } from '../../roles.ts';
import { hashToken } from '../admins/secrets.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';

const IDLE_TIMEOUT = 12 * 3600 * 1000;
const LIFETIME = 7 * 24 * 3600 * 1000;
const TOUCH_INTERVAL = 60 * 1000; // ms between writes of the last use: most reads cost no write
const CONFIRMATION_LIFETIME = 10 * 60 * 1000; // ms; enough to add a whole team, too short for a laptop left open
const ID_LENGTH = 16; // hex digits of the token hash: unique enough for an id, useless for forging a token

export interface Session {
  id: string;
  adminId: number;
  username: string;
  role: Role;
  isConfirmed: boolean; // The password was confirmed within the last ten minutes; a login does not count
}

export const ownSessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('Browser and system, in words'),
  createdAt: z.string().describe('ISO 8601, UTC'),
  lastUsedAt: z.string().describe('ISO 8601, UTC, exact to a minute'),
  current: z.boolean().describe('The session of this request'),
});

export type OwnSession = z.output<typeof ownSessionSchema>;

/** The session of a token; undefined when unknown, revoked or expired. Renews the idle timeout. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const now = new Date();
  const token_hash = hashToken(token);
  const found = await db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .select(['admin_id', 'username', 'role', 'last_used_at', 'confirmed_at'])
    .where('token_hash', '=', token_hash)
    .where(isOpen(now))
    .executeTakeFirst();
  if (!found) return undefined;
  if (now.getTime() - Date.parse(found.last_used_at) > TOUCH_INTERVAL) await touch(db, token_hash, now);
  const { admin_id: adminId, username, role, confirmed_at } = found;
  // Ignores a future time, written before the clock was set back.
  const isConfirmed =
    confirmed_at !== null && Math.abs(now.getTime() - Date.parse(confirmed_at)) < CONFIRMATION_LIFETIME;
  return { id: token_hash.slice(0, ID_LENGTH), adminId, username, role, isConfirmed };
}

/** Marks the session as confirmed by password. */
export async function markConfirmed(store: Writer, { id, adminId, username }: Session): Promise<void> {
  await write(store, async (tx) => {
    const marked = await tx
      .updateTable('sessions')
      .set({ confirmed_at: new Date().toISOString() })
      .where('admin_id', '=', adminId)
      .where('token_hash', 'like', `${id}%`)
      .returning('device')
      .executeTakeFirst();
    if (marked) await record(tx, { who: username, action: 'session.confirm', subject: marked.device });
  });
}

/** Open sessions of the same administrator, last used first. */
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

/** Ends one of the administrator's own sessions. 404 for any other. */
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

export async function closeSession(store: Store, token: string): Promise<void> {
  await write(store, (tx) => tx.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute());
}

export async function dropEndedSessions(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or(ended(now).map(([column, limit]) => eb(column, '<=', limit))))
    .execute();
}

/** A failed write must not fail a read: the next request retries. */
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
    ['sessions.last_used_at', new Date(now.getTime() - IDLE_TIMEOUT).toISOString()],
    ['sessions.created_at', new Date(now.getTime() - LIFETIME).toISOString()],
  ] as const;
}
