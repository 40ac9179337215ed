import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { record } from '../audit-log.ts';
import { type AdminStore, insertAdmin, lockAdmins } from './admins.ts';

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasAnyoneSignedIn(db: Db): Promise<boolean> {
  const found = db.selectFrom('admins').select('id').where('last_login_at', 'is not', null).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** True when any administrator uses this password. Costs up to one hash per administrator. */
export async function isPasswordInUse({ db, passwords }: AdminStore, password: string): Promise<boolean> {
  for (const { password_hash } of await db.selectFrom('admins').select('password_hash').orderBy('id').execute())
    if (await passwords.matches(password, password_hash)) return true;
  return false;
}

/** Adds the first administrator; does not check the password. False without effect when one exists. */
export async function addFirstAdmin(store: AdminStore, username: string, password: string): Promise<boolean> {
  const passwordHash = await store.passwords.hash(password);
  return write(store, async (tx) => {
    const admins = await lockAdmins(tx, null);
    if (admins.length > 0) return false;
    const name = username.normalize('NFC');
    await insertAdmin(tx, { username: name, passwordHash, role: 'administrator' });
    await record(tx, { who: null, action: 'admin.create', subject: name });
    return true;
  });
}

/** 128 random bits in hex, in four groups. */
export function generatePassword(): string {
  const letters = randomBytes(16).toString('hex');
  return letters.match(/.{8}/g)?.join('-') ?? letters;
}
