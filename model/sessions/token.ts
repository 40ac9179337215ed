import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url: 43 characters, safe in headers, cookies and URLs. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex; unsalted is safe for random secrets. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
