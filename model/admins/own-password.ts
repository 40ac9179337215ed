import { ModelError } from '../../errors.ts';
import { markConfirmed, type Session } from '../sessions/sessions.ts';
import { assertMayTry, countAttempt, forgetFailures } from '../sessions/throttle.ts';
import { type AdminStore, type CheckedAdmin, checkPassword } from './admins.ts';
import { asksForCode, takeCode } from './codes.ts';

/** 400 `wrong_password`, 429. Counts as a failure until `forgetOwnFailures`: later checks may still fail. */
export async function proveOwnPassword(
  store: AdminStore,
  session: Session,
  current: string,
  field = 'current',
): Promise<CheckedAdmin> {
  await countOwnAttempt(store, session);
  const checked = await checkPassword(store, session.username, current);
  if (!checked) throw wrongPassword(field);
  return checked;
}

/**
 * Remembers with the session, for ten minutes, that its owner gave password and code. 400 `otp_required` before anything is
 * checked, so that it tells nothing of the password; 400 `wrong_password`, `wrong_otp`, which count as failures; 429.
 */
export async function confirmOwnPassword(
  store: AdminStore,
  session: Session,
  { password, otp }: { password: string; otp?: string | null | undefined },
): Promise<void> {
  const { adminId: id, username } = session;
  await assertMayProve(store, session);
  const asksCode = await asksForCode(store.db, id);
  if (asksCode && !otp?.trim()) throw wrongField('otp', 'otp_required', 'Введите код из приложения или запасной код.');
  await proveOwnPassword(store, session, password, 'password');
  if (asksCode && !(await takeCode(store, { id, username }, otp ?? ''))) throw wrongOtp();
  await markConfirmed(store, session);
  await forgetOwnFailures(store, session);
}

/** 429 after too many wrong passwords. */
export async function assertMayProve({ db }: Pick<AdminStore, 'db'>, session: Session): Promise<void> {
  await assertMayTry(db, { each: [sourceOf(session)] });
}

/** A failure until `forgetOwnFailures`. 429 after too many. */
export async function countOwnAttempt(store: AdminStore, session: Session): Promise<void> {
  await countAttempt(store, sourceOf(session));
}

export async function forgetOwnFailures(store: AdminStore, session: Session): Promise<void> {
  await forgetFailures(store, { each: [sourceOf(session)] });
}

export function wrongPassword(field = 'current'): ModelError {
  return wrongField(field, 'wrong_password', field === 'current' ? 'Текущий пароль неверен.' : 'Пароль неверен.');
}

export function wrongOtp(): ModelError {
  return wrongField('otp', 'wrong_otp', 'Код неверен. Дождитесь нового и введите его.');
}

function wrongField(field: string, code: string, message: string): ModelError {
  return new ModelError(400, code, message, { [field]: message });
}

/** Limits password guessing with a stolen session token. */
function sourceOf({ adminId }: Session): string {
  return `admin ${adminId}`;
}
