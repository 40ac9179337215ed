import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from './tables.ts';

/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 1024 };

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. */
const COST = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 };
/** Each hash holds 19 MiB: more of them at once would only make all of them slower. */
const HASHES_AT_ONCE = 2;

const derive = promisify(argon2);

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Adds an administrator; does nothing when the name is taken. `password` is checked by the caller against PASSWORD_LENGTH. */
export async function addAdmin(db: Db, username: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await db
    .insertInto('admins')
    .values({ username, password_hash, created_at: new Date().toISOString() })
    .onConflict((on) => on.column('username').doNothing())
    .execute();
}

/** The administrator's id when the pair is right. An unknown name takes as long as a wrong password. */
export async function checkPassword(db: Db, username: string, password: string): Promise<number | undefined> {
  const admin = await db.selectFrom('admins').select(['id', 'password_hash']).where('username', '=', username).executeTakeFirst();
  const right = await verifyPassword(password, admin?.password_hash ?? UNKNOWN_USER_HASH);
  return right ? admin?.id : undefined;
}

/** A password with 128 bits of chance in it, in four groups a person can copy. */
export function generatePassword(): string {
  const letters = randomBytes(16).toString('hex');
  return letters.match(/.{8}/g)?.join('-') ?? letters;
}

const UNKNOWN_USER_HASH = `argon2id$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(COST.tagLength).toString('base64')}`;

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `argon2id$${salt.toString('base64')}$${(await hash(password, salt)).toString('base64')}`;
}

async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, salt = '', tag = ''] = stored.split('$');
  return timingSafeEqual(await hash(password, Buffer.from(salt, 'base64')), Buffer.from(tag, 'base64'));
}

let running = 0;
const waiting: (() => void)[] = [];

async function hash(password: string, salt: Buffer): Promise<Buffer> {
  if (running === HASHES_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await derive('argon2id', { ...COST, message: Buffer.from(password), nonce: salt });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
