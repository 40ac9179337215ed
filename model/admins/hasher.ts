import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimit } from '../limit.ts';

export interface PasswordHasher {
  /** What is stored in place of the password; another each time. */
  hash(password: string): Promise<string>;
  /** Whether `stored` was made from this password. Without one the answer is no, and takes as long. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
}

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. */
const COST = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 };
/** Each hash holds 19 MiB: more of them at once would only make all of them slower. */
const HASHES_AT_ONCE = 2;
const SALT_BYTES = 16;
const NOBODY = encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength));

const derive = promisify(argon2);

/** Made once when the program starts: two passwords are hashed at a time. */
export function createPasswordHasher(): PasswordHasher {
  const limit = createLimit(HASHES_AT_ONCE);
  // A keyboard may write й as one character or as two: both are the same password.
  const tagOf = (password: string, nonce: Buffer) =>
    limit(() => derive('argon2id', { ...COST, message: Buffer.from(password.normalize('NFC')), nonce }));
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
