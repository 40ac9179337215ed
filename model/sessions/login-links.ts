import { commandLine } from '../../command.ts';
import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { hashToken, makeToken } from '../admins/secrets.ts';
import { record } from '../audit-log.ts';
import { iso } from '../text/date.ts';
import { type Device, type OpenedSession, openSession } from './devices.ts';

const LIFETIME = 10 * 60 * 1000; // ms

/** Login link's secret: 256 random bits, stored as a hash, single use, 10 minutes; bypasses password and TOTP. */
export async function makeLoginLink(
  store: Writer,
  { id, username }: { id: number; username: string },
): Promise<string> {
  const secret = makeToken();
  await write(store, async (tx) => {
    const now = Date.now();
    await tx.deleteFrom('login_links').where('expires_at', '<', iso(now)).execute();
    await tx
      .insertInto('login_links')
      .values({ token_hash: hashToken(secret), admin_id: id, expires_at: iso(now + LIFETIME) })
      .execute();
    await record(tx, { who: null, action: 'admin.link', subject: username });
  });
  return secret;
}

/** Opens a session and consumes the link. 401 when it is unknown, used or expired. */
export function openSessionByLink(store: Writer, secret: string, device: Device): Promise<OpenedSession> {
  return write(store, async (tx) => {
    const used = await tx
      .deleteFrom('login_links')
      .where('token_hash', '=', hashToken(secret))
      .where('expires_at', '>', iso(Date.now()))
      .where('used_at', 'is', null) // Older versions kept used links
      .returning('admin_id')
      .executeTakeFirst();
    const opened = used && (await openSession(tx, { id: used.admin_id }, device, 'session.link'));
    if (opened) return opened;
    throw noLink();
  });
}

/** 401 as for `openSessionByLink`; does not consume the link. */
export async function assertLink(db: Db, secret: string | undefined): Promise<void> {
  const link =
    secret === undefined
      ? undefined
      : await db.selectFrom('login_links').selectAll().where('token_hash', '=', hashToken(secret)).executeTakeFirst();
  if (!link || link.expires_at <= iso(Date.now())) throw noLink();
}

/** Invalidates all links of an administrator, for a change of password. */
export async function dropLoginLinks(tx: Db, adminId: number): Promise<void> {
  await tx.deleteFrom('login_links').where('admin_id', '=', adminId).execute();
}

function noLink(): ModelError {
  const reasons = 'она уже использована, прошло 10 минут или скопирована не вся';
  const advice = `Создайте новую на сервере: ${commandLine('admin link')}`;
  return new ModelError(401, 'link_unknown', `Ссылка для входа не действует: ${reasons}. ${advice}`);
}
