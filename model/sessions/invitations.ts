import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError, notFound } from '../../errors.ts';
import { ROLES, type Role, roleNames } from '../../roles.ts';
import {
  type AdminStore,
  assertNameFree,
  insertAdmin,
  listAdmins,
  lockAdmins,
  type NewAdmin,
  nameTaken,
  prepareAdmin,
  readUsername,
} from '../admins/admins.ts';
import { hashToken, makeToken } from '../admins/secrets.ts';
import { record } from '../audit-log.ts';
import { iso } from '../text/date.ts';
import { type Device, type OpenedSession, openSession } from './devices.ts';
import { countFailure } from './throttle.ts';

const LIFETIME = 72 * 3600 * 1000; // ms

export const invitationSchema = z.object({
  id: z.number().int(),
  role: z.enum(ROLES),
  username: z.string().nullable().describe('Null when the invited person chooses it'),
  createdAt: z.string().describe('ISO 8601, UTC'),
  createdBy: z.string().describe('Username'),
  expiresAt: z.string().describe('ISO 8601, UTC'),
});

export type Invitation = z.output<typeof invitationSchema>;

interface Asked {
  role: Role;
  username?: string | null | undefined;
}

/** Open invitations, newest first. */
export function listInvitations(db: Db): Promise<Invitation[]> {
  return openInvitations(db).select(SHOWN).orderBy('id', 'desc').execute();
}

const SHOWN = [
  ...(['id', 'role', 'username'] as const),
  ...(['created_at as createdAt', 'created_by as createdBy', 'expires_at as expiresAt'] as const),
];

/** Invites for 72 hours; the secret of 256 random bits is stored as a hash. 400 for a bad name, 409 for a taken one. */
export async function invite(
  store: AdminStore,
  { role, username: given }: Asked,
  by: string,
): Promise<{ invitation: Invitation; secret: string }> {
  const username = given?.trim() ? readUsername(given) : null;
  const secret = makeToken();
  const now = Date.now();
  const row = { role, username, created_at: iso(now), created_by: by, expires_at: iso(now + LIFETIME) };
  const invitation = await write(store, async (tx) => {
    const admins = await lockAdmins(tx, by);
    if (username !== null) assertNameFree(admins, username);
    await tx.deleteFrom('invitations').where('expires_at', '<=', iso(now)).execute();
    const made = await tx
      .insertInto('invitations')
      .values({ ...row, token_hash: hashToken(secret) })
      .returning(SHOWN)
      .executeTakeFirstOrThrow();
    await record(tx, { who: by, action: 'invitation.create', subject: username ?? '', title: titleOf(row) });
    return made;
  });
  return { invitation, secret };
}

/** 404 when it is unknown, used, revoked or expired. */
export async function revokeInvitation(store: AdminStore, id: number, by: string): Promise<void> {
  await write(store, async (tx) => {
    await lockAdmins(tx, by);
    const gone = await tx.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst();
    if (!gone) throw notFound('Такого приглашения нет: им уже воспользовались, или его отозвали.');
    await record(tx, { who: by, action: 'invitation.revoke', subject: gone.username ?? '', title: titleOf(gone) });
  });
}

/** Role and name of an open invitation. 401 for any other secret, counted as a failed login of the address. */
export async function findInvitation(store: AdminStore, secret: string | undefined, address: string) {
  const found = await openInvitations(store.db)
    .select(['role', 'username'])
    .where('token_hash', '=', hashToken(secret ?? ''))
    .executeTakeFirst();
  if (found) return found;
  await countFailure(store, { each: [address] });
  throw noInvitation();
}

/** Adds the invited person, consumes the invitation and opens a session. 400, 401, 409 for a taken name. */
export async function acceptInvitation(
  store: AdminStore,
  secret: string,
  { username: chosen, password }: Pick<NewAdmin, 'password'> & Partial<Pick<NewAdmin, 'username'>>,
  device: Device,
): Promise<OpenedSession> {
  const token_hash = hashToken(secret);
  const open = openInvitations(store.db).select('username');
  const found = await open.where('token_hash', '=', token_hash).executeTakeFirst();
  if (!found) throw noInvitation();
  const given = found.username ?? chosen ?? '';
  // Checked before the costly hash.
  assertNameFree(await listAdmins(store.db), given);
  const { username, passwordHash } = await prepareAdmin(store, { username: given, password });
  return write(store, async (tx) => {
    assertNameFree(await lockAdmins(tx, null), username);
    const used = await tx
      .deleteFrom('invitations')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', iso(Date.now()))
      .returningAll()
      .executeTakeFirst();
    if (!used) throw noInvitation();
    if (used.username === null) await assertOwnsNothing(tx, username);
    const { id } = await insertAdmin(tx, { username, passwordHash, role: used.role });
    const title = `${roleNames[used.role]}, приглашение от «${used.created_by}»`;
    await record(tx, { who: username, action: 'invitation.accept', subject: username, title });
    const opened = await openSession(tx, { id }, device, 'session.login');
    if (!opened) throw noInvitation();
    return opened;
  });
}

/** 409 if the newcomer chooses a former colleague's name: the colleague's articles and drafts would become theirs. */
async function assertOwnsNothing(tx: Db, username: string): Promise<void> {
  const owned = tx.selectFrom('articles').select('id').where('created_by', '=', username).limit(1);
  if (await owned.executeTakeFirst()) throw nameTaken(username);
}

function openInvitations(db: Db) {
  return db.selectFrom('invitations').where('expires_at', '>', iso(Date.now()));
}

function titleOf({ role, username }: Asked): string {
  return username ? `${roleNames[role]}, для «${username}»` : roleNames[role];
}

/** The same response for unknown, used, revoked and expired invitations. */
function noInvitation(): ModelError {
  const message =
    'Приглашение не действует: им уже воспользовались, его отозвали, или прошло 72 часа. Попросите новое у администратора.';
  return new ModelError(401, 'invitation_invalid', message);
}
