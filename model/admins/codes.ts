import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import { type Writer, write } from '../../db/write.ts';
import { record } from '../audit-log.ts';
import { hashToken } from './secrets.ts';

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 15; // 120 bits: out of reach of brute force even with the hashes stolen

export async function hasTotp(db: Db, adminId: number): Promise<boolean> {
  return (await findConfirmed(db, adminId)) !== undefined;
}

function findConfirmed(db: Db, adminId: number) {
  const keys = db.selectFrom('totp').select('secret').where('admin_id', '=', adminId);
  return keys.where('confirmed_at', 'is not', null).executeTakeFirst();
}

/** Checks and consumes a TOTP or recovery code, which is valid once. */
export function consumeCode(
  store: Writer,
  { id, username }: { id: number; username: string },
  code: string,
): Promise<boolean> {
  return write(store, async (tx) => {
    if (await consumeTotp(tx, id, code)) return true;
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

/** Deletes key and recovery codes; true when TOTP was on. */
export async function dropTotp(tx: Db, adminId: number): Promise<boolean> {
  const dropped = await tx
    .deleteFrom('totp')
    .where('admin_id', '=', adminId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(dropped?.confirmed_at);
}

async function consumeTotp(tx: Db, adminId: number, code: string): Promise<boolean> {
  const totp = await findConfirmed(tx, adminId);
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

/** Defaults of every authenticator app (RFC 6238): HMAC-SHA-1, six digits, 30 s. */
const DIGITS = 6;
const STEP = 30_000;
const TOLERANCE = 1; // steps of clock skew
const KEY_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new key of 160 random bits, in Base32. */
export function makeKey(): string {
  return toBase32(randomBytes(KEY_BYTES));
}

/** The 30 s step since 1970 whose code this is; accepts the present one and its neighbours. */
export function findStep(key: string, code: string, now: number): number | undefined {
  const given = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(given)) return undefined;
  const present = Math.floor(now / STEP);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, at) => present - TOLERANCE + at);
  return steps.filter((step) => timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(given))).at(0);
}

export function otpauthUrl(key: string, issuer: string, username: string): string {
  const [site, name] = [encodeURIComponent(issuer.replaceAll(':', ' ')), encodeURIComponent(username)];
  return `otpauth://totp/${site}:${name}?secret=${key}&issuer=${site}&algorithm=SHA1&digits=${DIGITS}&period=${STEP / 1000}`;
}

/** RFC 4226, 5.3. */
function codeOf(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** RFC 4648 Base32 without padding. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
