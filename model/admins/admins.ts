import { randomBytes } from 'node:crypto';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { conflict, invalid, ModelError, notFound } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { storable } from '../fields.ts';
import { readSiteText } from '../settings/site-text.ts';
import type { Store } from '../store.ts';
import { assertGoodPassword } from './password-rule.ts';

export type AdminStore = Pick<Store, 'db' | 'announce' | 'passwords'>;

export interface Admin {
  id: number;
  username: string;
  createdAt: string;
  lastLoginAt: string | null;
  hasTotp?: true;
}

export interface CheckedAdmin {
  id: number;
  passwordHash: string;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasAnyoneSignedIn(db: Db): Promise<boolean> {
  const found = db.selectFrom('admins').select('id').where('last_login_at', 'is not', null).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** True when any administrator uses this password. Costs up to one hash per administrator. */
export async function isPasswordInUse(
  { db, passwords }: Pick<Store, 'db' | 'passwords'>,
  password: string,
): Promise<boolean> {
  for (const { password_hash } of await db.selectFrom('admins').select('password_hash').orderBy('id').execute())
    if (await passwords.matches(password, password_hash)) return true;
  return false;
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  const rows = await db
    .selectFrom('admins')
    .leftJoin('totp', 'totp.admin_id', 'admins.id')
    .select(['id', 'username', 'created_at', 'last_login_at', 'confirmed_at'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, username, created_at, last_login_at, confirmed_at }) => ({
    id,
    username,
    createdAt: created_at,
    lastLoginAt: last_login_at,
    ...(confirmed_at && { hasTotp: true as const }),
  }));
}

/** Verifies credentials; unknown names take the same time. */
export async function checkPassword(
  { db, passwords }: Pick<Store, 'db' | 'passwords'>,
  username: string,
  password: string,
): Promise<CheckedAdmin | undefined> {
  const admin = await db
    .selectFrom('admins')
    .select(['id', 'password_hash'])
    .where('username', '=', loginName(username))
    .executeTakeFirst();
  const isRight = await passwords.matches(password, admin?.password_hash);
  return admin && isRight ? { id: admin.id, passwordHash: admin.password_hash } : undefined;
}

/** Canonical form of a login name: NFC, without characters the database cannot store. */
export function loginName(username: string): string {
  return storable(username.normalize('NFC'));
}

/** Adds an administrator; `by` is null for the CLI. 400 for a bad password, 409 for a taken name, ignoring case. */
export async function addAdmin(
  store: AdminStore,
  { username, password }: { username: string; password: string },
  by: string | null,
): Promise<Admin> {
  const name = readUsername(username);
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [name, texts.site_name]);
  const passwordHash = await store.passwords.hash(password);
  return write(store, async (tx) => {
    const admins = await lockAdmins(tx, by);
    if (admins.some((admin) => admin.username.toLowerCase() === name.toLowerCase())) {
      throw conflict('username', `Имя «${name}» уже занято, выберите другое.`);
    }
    return insertAdmin(tx, name, passwordHash, by);
  });
}

/** Adds the first administrator; does not check the password. False without effect when one exists. */
export async function addFirstAdmin(store: AdminStore, username: string, password: string): Promise<boolean> {
  const passwordHash = await store.passwords.hash(password);
  return write(store, async (tx) => {
    const admins = await lockAdmins(tx, null);
    if (admins.length > 0) return false;
    await insertAdmin(tx, username.normalize('NFC'), passwordHash, null);
    return true;
  });
}

/** Removes an administrator and all sessions. 404 for an unknown id, 409 `last_admin` for the only one left. */
export async function removeAdmin(store: AdminStore, id: number, by: string | null): Promise<void> {
  await write(store, async (tx) => {
    const admins = await lockAdmins(tx, by);
    const { username } = requireAdmin(admins, id);
    if (admins.length === 1) {
      throw new ModelError(409, 'last_admin', 'Это единственный администратор. Сначала добавьте другого.');
    }
    await tx.deleteFrom('admins').where('id', '=', id).execute();
    await record(tx, { who: by, action: 'admin.delete', subject: username });
  });
}

/** Locks the table and lists it. 401 when `by` was removed meanwhile; null is the CLI. */
export async function lockAdmins(tx: Db, by: string | null): Promise<Admin[]> {
  await lockTable(tx, 'admins');
  const admins = await listAdmins(tx);
  if (by === null || admins.some(({ username }) => username === by)) return admins;
  throw new ModelError(401, 'unauthorized', 'Вас больше нет среди администраторов.');
}

/** 404 for an unknown id. */
export function requireAdmin(admins: Admin[], id: number): Admin {
  const admin = admins.find((each) => each.id === id);
  if (!admin) throw notFound('Такого администратора нет. Возможно, его уже удалили.');
  return admin;
}

/** 128 random bits in hex, in four groups. */
export function generatePassword(): string {
  const letters = randomBytes(16).toString('hex');
  return letters.match(/.{8}/g)?.join('-') ?? letters;
}

const MAX_USERNAME = 100;

function readUsername(given: string): string {
  const username = given.normalize('NFC').trim();
  if (username === '') throw invalid('username', 'Имя пользователя: заполните это поле.');
  if (username.length > MAX_USERNAME) {
    throw invalid('username', `Имя пользователя: не длиннее ${MAX_USERNAME} знаков.`);
  }
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) throw invalid('username', 'Имя пользователя: уберите невидимые знаки.');
  if (/\s/u.test(username))
    throw invalid(
      'username',
      'Имя пользователя: без пробелов. Вместо пробела подойдёт точка, дефис или подчёркивание.',
    );
  return username;
}

async function insertAdmin(tx: Db, username: string, password_hash: string, by: string | null): Promise<Admin> {
  const createdAt = new Date().toISOString();
  const { id } = await tx
    .insertInto('admins')
    .values({ username, password_hash, created_at: createdAt, last_login_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(tx, { who: by, action: 'admin.create', subject: username });
  return { id, username, createdAt, lastLoginAt: null };
}
