import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { record } from '../audit-log.ts';
import { hashToken } from '../sessions/token.ts';
import { findStep, toBase32 } from './otp.ts';

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 15; // 120 bits: out of reach of brute force even with the hashes stolen

export async function asksForCode(db: Db, adminId: number): Promise<boolean> {
  const on = await db
    .selectFrom('totp')
    .select('admin_id')
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return on !== undefined;
}

/** Checks and consumes a TOTP or recovery code; a second use is wrong. */
export function takeCode(
  store: Writer,
  { id, username }: { id: number; username: string },
  code: string,
): Promise<boolean> {
  return write(store, async (tx) => {
    if (await takeAppCode(tx, id, code)) return true;
    const { numDeletedRows } = await tx
      .deleteFrom('recovery_codes')
      .where('admin_id', '=', id)
      .where('code_hash', '=', hashCode(code))
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await record(tx, { who: username, action: 'admin.recovery-code', subject: username });
    return true;
  });
}

/** Replaces the ten recovery codes, `abcd-efgh-ijkl-mnop-qrst-uvwx`; only their hashes are stored. */
export async function makeRecoveryCodes(tx: Db, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)).toLowerCase());
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ admin_id: adminId, code_hash: hashCode(code) })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?!$)/g, '$&-'));
}

async function takeAppCode(tx: Db, adminId: number, code: string): Promise<boolean> {
  const totp = await tx
    .selectFrom('totp')
    .select('secret')
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = totp && findStep(totp.secret, code, Date.now());
  if (step === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('admin_id', '=', adminId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
}
