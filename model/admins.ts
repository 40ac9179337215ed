import { randomBytes } from 'node:crypto';
import { assertGoodPassword } from './admins/password-rule.ts';
import { lockTable } from './dialect.ts';
import { conflict, invalid, ModelError, notFound } from './errors.ts';
import { record } from './journal.ts';
import { countFailure, forgetFailures } from './login-failures.ts';
import type { Session } from './sessions.ts';
import { readSiteText } from './site-text.ts';
import type { Db } from './tables.ts';
import { type Store, write } from './write.ts';

/** What a change of administrators needs. */
export type AdminStore = Pick<Store, 'db' | 'announce' | 'passwords'>;

export interface Admin {
  id: number;
  username: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  lastLoginAt: string | null;
}

/** Who gave the right password, and the hash it was right for. */
export interface CheckedAdmin {
  id: number;
  passwordHash: string;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** All administrators, the oldest first. */
export async function listAdmins(db: Db): Promise<Admin[]> {
  const rows = await db.selectFrom('admins').selectAll().orderBy('id').execute();
  return rows.map(({ id, username, created_at, last_login_at }) => ({
    id,
    username,
    createdAt: created_at,
    lastLoginAt: last_login_at,
  }));
}

/** The administrator when the pair is right. An unknown name takes as long as a wrong password. */
export async function checkPassword(
  { db, passwords }: Pick<Store, 'db' | 'passwords'>,
  username: string,
  password: string,
): Promise<CheckedAdmin | undefined> {
  const admin = await db
    .selectFrom('admins')
    .select(['id', 'password_hash'])
    .where('username', '=', username.normalize('NFC'))
    .executeTakeFirst();
  const isRight = await passwords.matches(password, admin?.password_hash);
  return admin && isRight ? { id: admin.id, passwordHash: admin.password_hash } : undefined;
}

/**
 * Adds an administrator; `by` is null for the command line. 400 for a password that is too short, too long or easy to guess,
 * 409 when the name is taken, in whatever case.
 */
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

/** Adds the very first administrator, with any password of the right length; gives false and does nothing when there is one already. */
export async function addFirstAdmin(store: AdminStore, username: string, password: string): Promise<boolean> {
  const passwordHash = await store.passwords.hash(password);
  return write(store, async (tx) => {
    const admins = await lockAdmins(tx, null);
    if (admins.length > 0) return false;
    await insertAdmin(tx, username.normalize('NFC'), passwordHash, null);
    return true;
  });
}

/**
 * Gives an administrator another password and ends all sessions of that person. `by` is null for the command line; nobody resets the
 * own password this way, because that takes no current one (409). 400 as when adding, 404 for an unknown id.
 */
export async function resetPassword(store: AdminStore, id: number, password: string, by: string | null): Promise<void> {
  const target = requireAdmin(await listAdmins(store.db), id);
  if (target.username === by) {
    throw new ModelError(409, 'own_password', 'Свой пароль меняют вместе с текущим: для этого есть отдельная форма.');
  }
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [target.username, texts.site_name]);
  const password_hash = await store.passwords.hash(password);
  await write(store, async (tx) => {
    requireAdmin(await lockAdmins(tx, by), id);
    await tx.updateTable('admins').set({ password_hash }).where('id', '=', id).execute();
    await tx.deleteFrom('sessions').where('admin_id', '=', id).execute();
    await record(tx, { who: by, action: 'admin.password', subject: target.username });
  });
}

/**
 * Changes the own password and ends all other own sessions. 400 `wrong_password` when the current one is wrong, which counts as a
 * failure of `ownPasswordSource`; 400 else as when adding.
 */
export async function changeOwnPassword(
  store: AdminStore,
  session: Session,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { id: sessionId, adminId, username } = session;
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [username, texts.site_name]);
  await countFailure(store, ownPasswordSource(session));
  const checked = await checkPassword(store, username, current);
  if (!checked) throw wrongPassword();
  const password_hash = await store.passwords.hash(password);
  await write(store, async (tx) => {
    // While this was hashed somebody else may have reset the password: then `current` is right no more.
    const { numUpdatedRows } = await tx
      .updateTable('admins')
      .set({ password_hash })
      .where('id', '=', adminId)
      .where('password_hash', '=', checked.passwordHash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw wrongPassword();
    await tx
      .deleteFrom('sessions')
      .where('admin_id', '=', adminId)
      .where('token_hash', 'not like', `${sessionId}%`)
      .execute();
    await record(tx, { who: username, action: 'admin.password', subject: username });
  });
  await forgetFailures(store, ownPasswordSource(session));
}

/** Where guesses at the own password are counted: whoever holds a stolen token must not find the password out by trying. */
export function ownPasswordSource({ adminId }: Session): string {
  return `admin ${adminId}`;
}

/** Removes an administrator with all sessions. 404 for an unknown id, 409 `last_admin` for the only one left. */
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

/** A password with 128 bits of chance in it, in four groups a person can copy. */
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
  return username;
}

/** All administrators, who stay the same until the transaction ends. 401 when the one who changes them is none any more. */
async function lockAdmins(tx: Db, by: string | null): Promise<Admin[]> {
  await lockTable(tx, 'admins');
  const admins = await listAdmins(tx);
  if (by === null || admins.some(({ username }) => username === by)) return admins;
  throw new ModelError(401, 'unauthorized', 'Вас больше нет среди администраторов.');
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

function requireAdmin(admins: Admin[], id: number): Admin {
  const admin = admins.find((each) => each.id === id);
  if (!admin) throw notFound('Такого администратора нет. Возможно, его уже удалили.');
  return admin;
}

function wrongPassword(): ModelError {
  const message = 'Текущий пароль неверен.';
  return new ModelError(400, 'wrong_password', message, { current: message });
}
