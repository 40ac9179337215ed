import type { Db } from '../../db/tables.ts';
import type { Action } from '../../resources.ts';
import type { CheckedAdmin } from '../admins/admins.ts';
import { hashToken, makeToken } from '../admins/secrets.ts';
import { record } from '../audit-log.ts';

export const DEVICE_LIFETIME = 400 * 24 * 3600 * 1000; // ms; 400 days is the browsers' limit for cookies
/** Per administrator, returning and once-seen separately: clients without cookies are new each time. */
const MAX_DEVICES = 20;

export function deviceSource(token: string): string {
  return `device ${hashToken(token)}`;
}

/** True when an administrator (with `username`: this one) signed in with this device before. */
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

export interface Device {
  name: string;
  token: string | undefined;
}

export interface OpenedSession {
  token: string;
  deviceToken: string;
}

/** Opens a session; undefined if the administrator was removed or the password (compared by `passwordHash`, if given) changed since. */
export async function openSession(
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

/** Records a login. Returns `given` only if it is this administrator's own: a foreign cookie may have been planted. */
async function rememberDevice(tx: Db, adminId: number, given: string | undefined): Promise<string> {
  const last_login_at = new Date().toISOString();
  const before = given === undefined ? '' : hashToken(given);
  const { numUpdatedRows } = await tx
    .updateTable('devices')
    .set({ last_login_at, came_back: 1 })
    .where((eb) => eb.and({ token_hash: before, admin_id: adminId }))
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
    .where((eb) => eb.and({ admin_id: adminId, came_back }))
    .where('token_hash', 'not in', ofThese.select('token_hash').orderBy('last_login_at', 'desc').limit(MAX_DEVICES))
    .execute();
}

function oldest(): string {
  return new Date(Date.now() - DEVICE_LIFETIME).toISOString();
}

/** First match wins: most browsers also claim to be others. */
const BROWSERS: [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/OPR\/|OPiOS\/|OPT\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+ (Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Readable browser and system, «Chrome, Windows», from the User-Agent header. */
export function describeDevice(userAgent: string | undefined): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || 'Неизвестное устройство';
}
