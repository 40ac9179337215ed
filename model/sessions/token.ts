import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits that fits into a header, a cookie and an address: 43 letters, digits, `-` and `_`. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret that nobody can guess: SHA-256, hexadecimal. A stolen database opens nothing with it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
