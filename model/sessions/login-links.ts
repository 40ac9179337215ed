import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { type Device, enter, type OpenedSession } from './create-session.ts';
import { hashToken, makeToken } from './token.ts';

/** A link opens a session for so long, once. After a day nobody is told any more that it was used or has run out. In ms. */
const GOOD_FOR = 10 * 60 * 1000;
const REMEMBERED_FOR = 24 * 3600 * 1000;

type Writes = Writer;

/**
 * Makes the secret of a link by which this administrator signs in without password and code, for whoever may run commands on the
 * server. 256 random bits, of which only the hash is stored; good once, for 10 minutes.
 */
export async function makeLoginLink(
  store: Writes,
  { id, username }: { id: number; username: string },
): Promise<string> {
  const secret = makeToken();
  await write(store, async (tx) => {
    const now = Date.now();
    await tx
      .deleteFrom('login_links')
      .where('expires_at', '<', iso(now - REMEMBERED_FOR))
      .execute();
    await tx
      .insertInto('login_links')
      .values({ token_hash: hashToken(secret), admin_id: id, expires_at: iso(now + GOOD_FOR), used_at: null })
      .execute();
    await record(tx, { who: null, action: 'admin.link', subject: username });
  });
  return secret;
}

/** Opens a session by the secret of a link, which is used up by it. 401 when it is unknown, was used or has run out. */
export function enterByLink(store: Writes, secret: string, device: Device): Promise<OpenedSession> {
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

/** 401 unless the secret belongs to a link that can still be used. Uses nothing up. */
export async function assertLink(db: Db, secret: string | undefined): Promise<void> {
  const link =
    secret === undefined
      ? undefined
      : await db.selectFrom('login_links').selectAll().where('token_hash', '=', hashToken(secret)).executeTakeFirst();
  if (!link) throw unknownLink();
  if (link.used_at !== null) {
    throw new ModelError(401, 'link_used', `Эта ссылка уже использована: она впускает один раз. ${MAKE_ANOTHER}`);
  }
  if (link.expires_at <= iso(Date.now())) {
    throw new ModelError(401, 'link_expired', `Срок этой ссылки истёк: она действует 10 минут. ${MAKE_ANOTHER}`);
  }
}

/** When a password changes, links made before it open nothing. */
export async function dropLoginLinks(tx: Db, adminId: number): Promise<void> {
  await tx.deleteFrom('login_links').where('admin_id', '=', adminId).execute();
}

const MAKE_ANOTHER = 'Создайте новую на сервере: npm run rampa -- admin link';

function unknownLink(): ModelError {
  const message = `Такой ссылки для входа нет. Проверьте, вся ли она скопирована. ${MAKE_ANOTHER}`;
  return new ModelError(401, 'link_unknown', message);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
