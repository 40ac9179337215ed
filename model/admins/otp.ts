import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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

export function keyAddress(key: string, issuer: string, username: string): string {
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
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
