import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimit } from '../limit.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without `stored` the answer is false after the same time. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
}

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. */
const COST = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 };
/** Each hash holds 19 MiB; more in parallel only slows all of them down. */
const HASH_CONCURRENCY = 2;
const SALT_BYTES = 16;
const NOBODY = encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength));

const derive = promisify(argon2);

/** Hashes at most two passwords at a time; create one per process. Hashes of another `cost` match no password. */
export function createPasswordHasher(cost = COST): PasswordHasher {
  const limit = createLimit(HASH_CONCURRENCY);
  // NFC: й may be typed as one code point or two.
  const tagOf = (password: string, nonce: Buffer) =>
    limit(() => derive('argon2id', { ...cost, message: Buffer.from(password.normalize('NFC')), nonce }));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return encode(salt, await tagOf(password, salt));
    },
    async matches(password, stored = NOBODY) {
      const [, salt = '', tag = ''] = stored.split('$');
      const found = await tagOf(password, Buffer.from(salt, 'base64'));
      return timingSafeEqual(found, Buffer.from(tag, 'base64')) && stored !== NOBODY;
    },
  };
}

function encode(salt: Buffer, tag: Buffer): string {
  return `argon2id$${salt.toString('base64')}$${tag.toString('base64')}`;
}

/** 256 random bits in base64url: 43 characters, safe in headers, cookies and URLs. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex; unsalted is safe for random secrets. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
