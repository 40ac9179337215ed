import { ModelError } from '../../errors.ts';
import type { Session } from '../sessions/sessions.ts';
import { assertMayTry, countFailure, forgetFailures, type Sources } from '../sessions/throttle.ts';
import { type AdminStore, type CheckedAdmin, checkPassword } from './admins.ts';

/** 400 `wrong_password`, 429. Counts as a failure until `forgetOwnFailures`: later checks may still fail. */
export async function proveOwnPassword(store: AdminStore, session: Session, current: string): Promise<CheckedAdmin> {
  await assertMayProve(store, session);
  await countOwnFailure(store, session);
  const checked = await checkPassword(store, session.username, current);
  if (!checked) throw wrongPassword();
  return checked;
}

/** 429 after too many wrong passwords. */
export async function assertMayProve({ db }: Pick<AdminStore, 'db'>, session: Session): Promise<void> {
  await assertMayTry(db, sourceOf(session));
}

export async function countOwnFailure(store: AdminStore, session: Session): Promise<void> {
  await countFailure(store, sourceOf(session));
}

export async function forgetOwnFailures(store: AdminStore, session: Session): Promise<void> {
  await forgetFailures(store, sourceOf(session));
}

export function wrongPassword(): ModelError {
  const message = 'Текущий пароль неверен.';
  return new ModelError(400, 'wrong_password', message, { current: message });
}

/** Limits password guessing with a stolen session token. */
function sourceOf({ adminId }: Session): Sources {
  return { each: [`admin ${adminId}`] };
}
