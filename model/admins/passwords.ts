import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { dropLoginLinks } from '../sessions/login-links.ts';
import { markConfirmed, type Session } from '../sessions/sessions.ts';
import { assertMayTry, countAttempt, forgetFailures } from '../sessions/throttle.ts';
import { readSiteText } from '../settings/site-text.ts';
import { type AdminStore, type CheckedAdmin, checkPassword, listAdmins, lockAdmins, requireAdmin } from './admins.ts';
import { consumeCode, dropTotp, hasTotp } from './codes.ts';
import { assertGoodPassword } from './password-rule.ts';

/** Sets another's password, ends their sessions; `by` null (CLI) also drops TOTP. 400, 404, 409 for the own. */
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
    await dropLoginLinks(tx, id);
    await record(tx, { who: by, action: 'admin.password', subject: target.username });
    if (by === null && (await dropTotp(tx, id))) {
      await record(tx, { who: by, action: 'admin.totp-reset', subject: target.username });
    }
  });
}

/** Sets the own password, ends other own sessions. 400 `wrong_password` or as in `addAdmin`, 429. */
export async function changeOwnPassword(
  store: AdminStore,
  session: Session,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { id: sessionId, adminId, username } = session;
  await assertMayTry(store.db, { each: [sourceOf(session)] });
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [username, texts.site_name]);
  const checked = await verifyOwnPassword(store, session, current);
  const password_hash = await store.passwords.hash(password);
  await write(store, async (tx) => {
    // The password may have been reset during hashing: then `current` is no longer valid.
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
    await dropLoginLinks(tx, adminId);
    await record(tx, { who: username, action: 'admin.password', subject: username });
  });
  await forgetFailures(store, { each: [sourceOf(session)] });
}

/** 400 `wrong_password`, 429. Counts as a failure until `forgetFailures`: later checks may still fail. */
export async function verifyOwnPassword(
  store: AdminStore,
  session: Session,
  current: string,
  field = 'current',
): Promise<CheckedAdmin> {
  await countAttempt(store, sourceOf(session));
  const checked = await checkPassword(store, session.username, current);
  if (!checked) throw wrongPassword(field);
  return checked;
}

/**
 * Confirms the session by password and code, for ten minutes. 400 `otp_required` before anything is
 * checked, to reveal nothing about the password; 400 `wrong_password`, `wrong_otp`, which count as failures; 429.
 */
export async function confirmOwnPassword(
  store: AdminStore,
  session: Session,
  { password, otp }: { password: string; otp?: string | null | undefined },
): Promise<void> {
  const { adminId: id, username } = session;
  await assertMayTry(store.db, { each: [sourceOf(session)] });
  const asksCode = await hasTotp(store.db, id);
  if (asksCode && !otp?.trim()) throw wrongField('otp', 'otp_required', 'Введите код из приложения или запасной код.');
  await verifyOwnPassword(store, session, password, 'password');
  if (asksCode && !(await consumeCode(store, { id, username }, otp ?? ''))) throw wrongOtp();
  await markConfirmed(store, session);
  await forgetFailures(store, { each: [sourceOf(session)] });
}

function wrongPassword(field = 'current'): ModelError {
  return wrongField(field, 'wrong_password', field === 'current' ? 'Текущий пароль неверен.' : 'Пароль неверен.');
}

export function wrongOtp(): ModelError {
  return wrongField('otp', 'wrong_otp', 'Код неверен. Дождитесь нового и введите его.');
}

function wrongField(field: string, code: string, message: string): ModelError {
  return new ModelError(400, code, message, { [field]: message });
}

/** Limits password guessing with a stolen session token. */
export function sourceOf({ adminId }: Session): string {
  return `admin ${adminId}`;
}
