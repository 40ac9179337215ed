import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { conflict, forbiddenRole, invalid, ModelError, notFound } from '../../errors.ts';
import { ROLES, type Role, roleNames } from '../../roles.ts';
import { record } from '../audit-log.ts';
import { line, storable } from '../fields.ts';
import { readSiteText } from '../settings/site-text.ts';
import type { Store } from '../store.ts';
import { skeletonOf } from '../text/plain.ts';
import { assertGoodPassword } from './password-rule.ts';

export type AdminStore = Pick<Store, 'db' | 'publish' | 'passwords'>;

export const role = z.enum(ROLES, 'Роль: выберите администратора, редактора, эфир или автора.');

export const adminSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  displayName: z.string().describe('Name that colleagues see instead of the username; empty if not set'),
  role,
  createdAt: z.string().describe('ISO 8601, UTC'),
  lastLoginAt: z.string().nullable().describe('ISO 8601, UTC'),
  hasTotp: z.literal(true).optional().describe('Second factor (TOTP) is on'),
});

export type Admin = z.output<typeof adminSchema>;

export interface CheckedAdmin {
  id: number;
  passwordHash: string;
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  const rows = await db
    .selectFrom('admins')
    .leftJoin('totp', 'totp.admin_id', 'admins.id')
    .select(['id', 'username', 'display_name as displayName', 'role'])
    .select(['created_at as createdAt', 'last_login_at as lastLoginAt', 'confirmed_at'])
    .orderBy('id')
    .execute();
  return rows.map(({ confirmed_at, ...admin }) => ({ ...admin, ...(confirmed_at && { hasTotp: true as const }) }));
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

export interface NewAdmin {
  username: string;
  password: string;
  role?: Role | undefined;
}

/** `by` is null for the CLI. 400 for a bad password, 409 for a taken name. */
export async function addAdmin(store: AdminStore, given: NewAdmin, by: string | null): Promise<Admin> {
  const { username, passwordHash } = await prepareAdmin(store, given);
  const { role = 'administrator' } = given;
  return write(store, async (tx) => {
    assertNameFree(await lockAdmins(tx, by), username);
    const admin = await insertAdmin(tx, { username, passwordHash, role });
    await (role === 'administrator'
      ? record(tx, { who: by, action: 'admin.create', subject: username })
      : record(tx, { who: by, action: 'admin.add', subject: username, title: roleNames[role] }));
    return admin;
  });
}

/** The checked name and the hash of the checked password. 400. */
export async function prepareAdmin(
  store: AdminStore,
  { username: given, password }: Pick<NewAdmin, 'username' | 'password'>,
): Promise<{ username: string; passwordHash: string }> {
  const username = readUsername(given);
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [username, texts.site_name]);
  return { username, passwordHash: await store.passwords.hash(password) };
}

/** 409 for a name that looks like a taken one: it identifies people in the audit log. */
export function assertNameFree(admins: Admin[], username: string, field = 'username'): void {
  const isIt = (name: string) => name !== '' && skeletonOf(name) === skeletonOf(username);
  if (admins.some((admin) => isIt(admin.username) || isIt(admin.displayName))) throw nameTaken(username, field);
}

export function nameTaken(username: string, field = 'username'): ModelError {
  return conflict(field, `Имя «${username}» уже занято, выберите другое.`);
}

export const displayNameSchema = z.object({ displayName: line('Имя для коллег', 60) });

/** Display names by user name, where set. */
export async function displayNames(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('admins')
    .select(['username', 'display_name'])
    .where('display_name', '!=', '')
    .execute();
  return Object.fromEntries(rows.map(({ username, display_name }) => [username, display_name]));
}

/** Sets the name; an empty one removes it. 404 for an unknown id; 409 for a colleague's user or display name. */
export async function changeDisplayName(store: AdminStore, id: number, display_name: string): Promise<void> {
  await write(store, async (tx) => {
    const admins = await lockAdmins(tx, null);
    const { username: who, displayName } = requireAdmin(admins, id);
    if (displayName === display_name) return;
    const others = admins.filter((admin) => admin.id !== id);
    if (display_name !== '') assertNameFree(others, display_name, 'displayName');
    await tx.updateTable('admins').set({ display_name }).where('id', '=', id).execute();
    await record(tx, { who, action: 'admin.name', subject: who, title: display_name || who });
  });
}

/** Removes a person and all their sessions. 404 for an unknown id, 409 `last_admin` for the only administrator left. */
export async function removeAdmin(store: AdminStore, id: number, by: string | null): Promise<void> {
  await write(store, async (tx) => {
    const admins = await lockAdmins(tx, by);
    const { username } = requireAdmin(admins, id);
    assertNotLast(admins, id);
    await tx.deleteFrom('admins').where('id', '=', id).execute();
    await dropInvitationsBy(tx, username);
    await record(tx, { who: by, action: 'admin.delete', subject: username });
  });
}

/** Takes effect at once, also for open sessions. 404 for an unknown id, 409 `last_admin` for the only administrator left. */
export async function changeRole(store: AdminStore, id: number, role: Role, by: string | null): Promise<Admin> {
  return write(store, async (tx) => {
    const admins = await lockAdmins(tx, by);
    const admin = requireAdmin(admins, id);
    if (admin.role === role) return admin;
    assertNotLast(admins, id);
    await tx.updateTable('admins').set({ role }).where('id', '=', id).execute();
    await dropInvitationsBy(tx, admin.username);
    const title = `${roleNames[admin.role]} → ${roleNames[role]}`;
    await record(tx, { who: by, action: 'admin.role', subject: admin.username, title });
    return { ...admin, role };
  });
}

/** Locks the table and lists it. 401 when `by` was removed meanwhile, 403 when no longer an administrator; null is the CLI. */
export async function lockAdmins(tx: Db, by: string | null): Promise<Admin[]> {
  await lockTable(tx, 'admins');
  const admins = await listAdmins(tx);
  if (by === null) return admins;
  const own = admins.find(({ username }) => username === by);
  if (!own) throw new ModelError(401, 'unauthorized', 'Вас больше нет среди тех, кто может войти.');
  if (own.role !== 'administrator') throw forbiddenRole('Вы больше не администратор.');
  return admins;
}

/** Revokes a user's invitations: they end with the right to invite. */
async function dropInvitationsBy(tx: Db, username: string): Promise<void> {
  await tx.deleteFrom('invitations').where('created_by', '=', username).execute();
}

function assertNotLast(admins: Admin[], id: number): void {
  if (!admins.some((admin) => admin.id !== id && admin.role === 'administrator'))
    throw new ModelError(409, 'last_admin', 'Это единственный администратор. Сначала добавьте другого.');
}

/** 404 for an unknown id. */
export function requireAdmin(admins: Admin[], id: number): Admin {
  const admin = admins.find((each) => each.id === id);
  if (!admin) throw notFound('Такого сотрудника нет. Возможно, его уже удалили.');
  return admin;
}

/** Writes no audit log entry. */
export async function insertAdmin(
  tx: Db,
  { username, passwordHash, role }: { username: string; passwordHash: string; role: Role },
): Promise<Admin> {
  const createdAt = new Date().toISOString();
  const { id } = await tx
    .insertInto('admins')
    .values({ username, password_hash: passwordHash, created_at: createdAt, last_login_at: null, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, username, displayName: '', role, createdAt, lastLoginAt: null };
}

const MAX_USERNAME = 100;

/** The canonical username. 400. */
export function readUsername(given: string): string {
  const username = given.normalize('NFC').trim();
  if (username === '') throw invalid('username', 'Имя пользователя: заполните это поле.');
  if (username.length > MAX_USERNAME) {
    throw invalid('username', `Имя пользователя: не длиннее ${MAX_USERNAME} знаков.`);
  }
  if (/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(username))
    throw invalid('username', 'Имя пользователя: уберите невидимые знаки.');
  if (/\s/u.test(username))
    throw invalid(
      'username',
      'Имя пользователя: без пробелов. Вместо пробела подойдёт точка, дефис или подчёркивание.',
    );
  return username;
}

/** Canonical form of a login name: NFC, without characters the database cannot store. */
export function loginName(username: string): string {
  return storable(username.normalize('NFC'));
}
