import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import type { Action } from '../../nouns.ts';
import type { CheckedAdmin } from '../admins/admins.ts';
import { record } from '../audit-log.ts';
import { rememberDevice } from './devices.ts';
import { hashToken, makeToken } from './token.ts';

export interface Device {
  name: string;
  token: string | undefined;
}

export interface OpenedSession {
  token: string;
  deviceToken: string;
}

/** Opens a session; undefined when the administrator was removed or the password changed since the check. */
export function openSession(store: Writer, admin: CheckedAdmin, device: Device): Promise<OpenedSession | undefined> {
  return write(store, (tx) => enter(tx, admin, device, 'session.login'));
}

/** `openSession` in a transaction; `action` is for the audit log. No `passwordHash`: password not compared. */
export async function enter(
  tx: Db,
  { id, passwordHash }: Pick<CheckedAdmin, 'id'> & Partial<CheckedAdmin>,
  device: Device,
  action: Action,
): Promise<OpenedSession | undefined> {
  const opened = new Date().toISOString();
  const admin = await tx
    .updateTable('admins')
    .set({ last_login_at: opened })
    .where('id', '=', id)
    .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? ''))
    .returning('username')
    .executeTakeFirst();
  if (!admin) return undefined;
  const token = makeToken();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      admin_id: id,
      created_at: opened,
      last_used_at: opened,
      device: device.name,
    })
    .execute();
  await record(tx, { who: admin.username, action, subject: device.name });
  return { token, deviceToken: await rememberDevice(tx, id, device.token) };
}
