import { typed } from '../../command.ts';
import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { iso } from '../text/date.ts';
import { type Device, enter, type OpenedSession } from './sessions.ts';
import { hashToken, makeToken } from './token.ts';

const LIFETIME = 10 * 60 * 1000; // ms
const RETENTION = 24 * 3600 * 1000; // ms; used and expired links are kept for their error messages

/** Login link's secret: 256 random bits, stored as a hash, single use, 10 minutes; bypasses password and TOTP. */
export async function makeLoginLink(
  store: Writer,
  { id, username }: { id: number; username: string },
): Promise<string> {
  const secret = makeToken();
  await write(store, async (tx) => {
    const now = Date.now();
    await tx
      .deleteFrom('login_links')
      .where('expires_at', '<', iso(now - RETENTION))
      .execute();
    await tx
      .insertInto('login_links')
      .values({ token_hash: hashToken(secret), admin_id: id, expires_at: iso(now + LIFETIME), used_at: null })
      .execute();
    await record(tx, { who: null, action: 'admin.link', subject: username });
  });
  return secret;
}

/** Opens a session and consumes the link. 401 when it is unknown, used or expired. */
export function enterByLink(store: Writer, secret: string, device: Device): Promise<OpenedSession> {
  return write(store, async (tx) => {
    const used = await tx
      .updateTable('login_links')
      .set({ used_at: iso(Date.now()) })
      .where('token_hash', '=', hashToken(secret))
      .where('used_at', 'is', null)
      .where('expires_at', '>', iso(Date.now()))
      .returning('admin_id')
      .executeTakeFirst();
    const opened = used && (await enter(tx, { id: used.admin_id }, device, 'session.link'));
    if (opened) return opened;
    await assertLink(tx, secret);
    throw unknownLink();
  });
}

/** 401 `link_unknown`, `link_used` or `link_expired`; does not consume the link. */
export async function assertLink(db: Db, secret: string | undefined): Promise<void> {
  const link =
    secret === undefined
      ? undefined
      : await db.selectFrom('login_links').selectAll().where('token_hash', '=', hashToken(secret)).executeTakeFirst();
  if (!link) throw unknownLink();
  if (link.used_at !== null) {
    throw new ModelError(401, 'link_used', `Эта ссылка уже использована: она впускает один раз. ${makeAnother()}`);
  }
  if (link.expires_at <= iso(Date.now())) {
    throw new ModelError(401, 'link_expired', `Срок этой ссылки истёк: она действует 10 минут. ${makeAnother()}`);
  }
}

/** Invalidates all links of an administrator, for a change of password. */
export async function dropLoginLinks(tx: Db, adminId: number): Promise<void> {
  await tx.deleteFrom('login_links').where('admin_id', '=', adminId).execute();
}

function makeAnother(): string {
  return `Создайте новую на сервере: ${typed('admin link')}`;
}

function unknownLink(): ModelError {
  const message = `Такой ссылки для входа нет. Проверьте, вся ли она скопирована. ${makeAnother()}`;
  return new ModelError(401, 'link_unknown', message);
}
