import type { Db } from '../../db/tables.ts';
import { hashToken, makeToken } from './token.ts';

/** A browser that nobody signed in with for so long is forgotten; no browser keeps a cookie longer. In ms. */
export const DEVICE_REMEMBERED_FOR = 400 * 24 * 3600 * 1000;
/** Per administrator: so many devices that came back, and as many that were seen once. Programs without cookies are new each time. */
const MOST_DEVICES = 20;

/** What failures of a device that somebody signed in with before are counted for. */
export function deviceSource(token: string): string {
  return `device ${hashToken(token)}`;
}

/** Whether somebody signed in with this device before; with a name, whether that administrator did. */
export async function isKnownDevice(db: Db, token: string, username?: string): Promise<boolean> {
  const found = await db
    .selectFrom('devices')
    .innerJoin('admins', 'admins.id', 'devices.admin_id')
    .select('admin_id')
    .where('token_hash', '=', hashToken(token))
    .where('devices.last_login_at', '>', oldest())
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Remembers that the administrator signed in with this device and gives the token for its cookie. The one it brought along (`given`)
 * is kept when it is this administrator's already; whatever else it brought may have been planted by somebody, so it gets a new one,
 * which then stands for all who share this device.
 */
export async function rememberDevice(tx: Db, adminId: number, given: string | undefined): Promise<string> {
  const last_login_at = new Date().toISOString();
  const before = given === undefined ? '' : hashToken(given);
  const { numUpdatedRows } = await tx
    .updateTable('devices')
    .set({ last_login_at, came_back: 1 })
    .where('token_hash', '=', before)
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  const isKept = given !== undefined && numUpdatedRows > 0n;
  const token = isKept ? given : makeToken();
  if (!isKept) {
    const token_hash = hashToken(token);
    await tx.updateTable('devices').set({ token_hash }).where('token_hash', '=', before).execute();
    await tx.insertInto('devices').values({ token_hash, admin_id: adminId, last_login_at, came_back: 0 }).execute();
  }
  await forgetOldDevices(tx, adminId, isKept ? 1 : 0);
  return token;
}

async function forgetOldDevices(tx: Db, adminId: number, came_back: number): Promise<void> {
  await tx.deleteFrom('devices').where('last_login_at', '<=', oldest()).execute();
  const ofThese = tx.selectFrom('devices').where('admin_id', '=', adminId).where('came_back', '=', came_back);
  await tx
    .deleteFrom('devices')
    .where('admin_id', '=', adminId)
    .where('came_back', '=', came_back)
    .where('token_hash', 'not in', ofThese.select('token_hash').orderBy('last_login_at', 'desc').limit(MOST_DEVICES))
    .execute();
}

function oldest(): string {
  return new Date(Date.now() - DEVICE_REMEMBERED_FOR).toISOString();
}
