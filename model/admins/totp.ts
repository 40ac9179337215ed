import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError, notFound } from '../../errors.ts';
import { record } from '../audit-log.ts';
import type { Session } from '../sessions/sessions.ts';
import { countAttempt, forgetFailures } from '../sessions/throttle.ts';
import { readSiteText } from '../settings/site-text.ts';
import { type AdminStore, lockAdmins, requireAdmin } from './admins.ts';
import { consumeCode, dropTotp, findStep, makeKey, makeRecoveryCodes, otpauthUrl } from './codes.ts';
import { sourceOf, verifyOwnPassword, wrongOtp } from './passwords.ts';

export const ownTotpSchema = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() });

export type OwnTotp = z.output<typeof ownTotpSchema>;

export const newKeySchema = z.object({
  key: z.string().describe('Base32; shown only now'),
  address: z.string().describe('otpauth: URL of the key'),
});

export type NewKey = z.output<typeof newKeySchema>;

export async function readTotp(db: Db, { adminId }: Session): Promise<OwnTotp> {
  const codes = await db
    .selectFrom('totp')
    .leftJoin('recovery_codes', 'recovery_codes.admin_id', 'totp.admin_id')
    .select((eb) => eb.fn.count<number | string>('code_hash').as('left'))
    .where('totp.admin_id', '=', adminId)
    .where('confirmed_at', 'is not', null)
    .groupBy('totp.admin_id')
    .executeTakeFirst();
  return { isOn: codes !== undefined, recoveryCodesLeft: Number(codes?.left ?? 0) };
}

/** Creates an unconfirmed key. The password stops a stolen session from locking the owner out. 400, 429, 409. */
export async function startTotp(store: AdminStore, session: Session, current: string): Promise<NewKey> {
  await verifyOwnPassword(store, session, current);
  const secret = makeKey();
  const started = await write(store, (tx) =>
    tx
      .insertInto('totp')
      .values({ admin_id: session.adminId, secret, confirmed_at: null, last_step: 0 })
      .onConflict((on) => on.column('admin_id').doUpdateSet({ secret }).where('totp.confirmed_at', 'is', null))
      .returning('admin_id')
      .executeTakeFirst(),
  );
  await forgetFailures(store, { each: [sourceOf(session)] });
  if (!started) throw alreadyOn();
  const { value: texts } = await readSiteText(store.db);
  return { key: secret, address: otpauthUrl(secret, texts.site_name ?? '', session.username) };
}

/** Turns TOTP on and returns the recovery codes, this once only. 400 `wrong_otp`, 409 `totp_on`, 429. */
export async function confirmTotp(store: AdminStore, session: Session, otp: string): Promise<string[]> {
  const { adminId, username } = session;
  await countAttempt(store, sourceOf(session));
  const codes = await write(store, async (tx) => {
    const totp = await tx.selectFrom('totp').selectAll().where('admin_id', '=', adminId).executeTakeFirst();
    if (totp?.confirmed_at) throw alreadyOn();
    const step = totp && findStep(totp.secret, otp, Date.now());
    if (step === undefined) throw wrongOtp();
    const { numUpdatedRows } = await tx
      .updateTable('totp')
      .set({ confirmed_at: new Date().toISOString(), last_step: step })
      .where('admin_id', '=', adminId)
      .where('secret', '=', totp?.secret ?? '')
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw alreadyOn();
    await record(tx, { who: username, action: 'admin.totp-on', subject: username });
    return makeRecoveryCodes(tx, adminId);
  });
  await forgetFailures(store, { each: [sourceOf(session)] });
  return codes;
}

/** Turns the own TOTP off: 400 `wrong_password` or `wrong_otp`, 429, 409 `totp_off` when it is off. */
export async function stopTotp(
  store: AdminStore,
  session: Session,
  { current, otp }: { current: string; otp: string },
): Promise<void> {
  const { adminId, username } = session;
  await verifyOwnPassword(store, session, current);
  if (!(await readTotp(store.db, session)).isOn) {
    throw new ModelError(409, 'totp_off', 'Двухфакторный вход уже выключен.');
  }
  if (!(await consumeCode(store, { id: adminId, username }, otp))) throw wrongOtp();
  await write(store, async (tx) => {
    if (await dropTotp(tx, adminId)) await record(tx, { who: username, action: 'admin.totp-off', subject: username });
  });
  await forgetFailures(store, { each: [sourceOf(session)] });
}

/** Turns TOTP off for another administrator. 409 `own_totp` for the own; 404 for an unknown id or when it is off. */
export async function resetTotp(store: AdminStore, id: number, by: string): Promise<void> {
  await write(store, async (tx) => {
    const { username } = requireAdmin(await lockAdmins(tx, by), id);
    if (username === by) {
      throw new ModelError(
        409,
        'own_totp',
        'Свой двухфакторный вход выключают паролем и кодом: для этого есть своя форма.',
      );
    }
    if (!(await dropTotp(tx, id))) throw notFound('Двухфакторный вход этого администратора уже выключен.');
    await record(tx, { who: by, action: 'admin.totp-reset', subject: username });
  });
}

function alreadyOn(): ModelError {
  return new ModelError(
    409,
    'totp_on',
    'Двухфакторный вход уже включён. Чтобы сменить приложение, сначала выключите его.',
  );
}
