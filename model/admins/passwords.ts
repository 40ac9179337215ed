import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { dropLoginLinks } from '../sessions/login-links.ts';
import type { Session } from '../sessions/sessions.ts';
import { readSiteText } from '../settings/site-text.ts';
import { type AdminStore, listAdmins, lockAdmins, requireAdmin } from './admins.ts';
import { assertMayProve, forgetOwnFailures, proveOwnPassword, wrongPassword } from './own-password.ts';
import { assertGoodPassword } from './password-rule.ts';
import { dropTotp } from './totp.ts';

/**
 * Gives an administrator another password and ends all sessions of that person. `by` is null for the command line, which also turns the
 * code of an app off: it is the way in for who has lost both. Nobody resets the own password this way, because that takes no current
 * one (409). 400 as when adding, 404 for an unknown id.
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
    await dropLoginLinks(tx, id);
    await record(tx, { who: by, action: 'admin.password', subject: target.username });
    if (by === null && (await dropTotp(tx, id))) {
      await record(tx, { who: by, action: 'admin.totp-reset', subject: target.username });
    }
  });
}

/**
 * Changes the own password and ends all other own sessions. 400 `wrong_password` when the current one is wrong, 429 after too many of
 * those; 400 else as when adding.
 */
export async function changeOwnPassword(
  store: AdminStore,
  session: Session,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { id: sessionId, adminId, username } = session;
  await assertMayProve(store, session);
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [username, texts.site_name]);
  const checked = await proveOwnPassword(store, session, current);
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
    await dropLoginLinks(tx, adminId);
    await record(tx, { who: username, action: 'admin.password', subject: username });
  });
  await forgetOwnFailures(store, session);
}
