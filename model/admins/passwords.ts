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
  await assertMayProve(store, session);
  const { value: texts } = await readSiteText(store.db);
  assertGoodPassword(password, [username, texts.site_name]);
  const checked = await proveOwnPassword(store, session, current);
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
  await forgetOwnFailures(store, session);
}
