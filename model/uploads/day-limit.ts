import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { ModelError } from '../../errors.ts';
import type { Role } from '../../roles.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** A user's uploads of a UTC day. */
    upload_days: {
      username: string;
      day: string;
      kibibytes: number; // 32 bits on PostgreSQL
    };
  }
}

const GIB = 1024 ** 3;
/** Bytes a day per user: room for an editor's 300 photos and a show's audio; a stolen session cannot fill a disk in an hour. */
const DAILY_LIMIT: Record<Role, number> = { author: GIB, broadcast: GIB, editor: 8 * GIB, administrator: 32 * GIB };
const DAY = 24 * 3600 * 1000;

export const uploadDaySchema = z.object({
  bytes: z.number().int().describe('Bytes uploaded today (UTC)'),
  limit: z.number().int().describe('Limit in bytes per day, by role'),
  until: z.string().describe('Start of the next day; ISO 8601, UTC'),
});

export type UploadDay = z.output<typeof uploadDaySchema>;

/** A user's uploads of today. */
export async function readUploadDay(db: Db, { username, role }: { username: string; role: Role }): Promise<UploadDay> {
  const row = await db
    .selectFrom('upload_days')
    .select('kibibytes')
    .where((eb) => eb.and({ username, day: today() }))
    .executeTakeFirst();
  return { bytes: (row?.kibibytes ?? 0) * 1024, limit: DAILY_LIMIT[role], until: tomorrow().toISOString() };
}

/** 429 when the user's daily limit is reached; call before reading or decoding. Null is the server itself. */
export async function assertDailyLimit(db: Db, username: string | null): Promise<void> {
  if (username === null) return;
  const { bytes, limit } = await readUploadDay(db, { username, role: await roleOf(db, username) });
  if (bytes >= limit) throw dayIsFull(limit);
}

/** Counts an upload in the storing transaction: concurrent uploads cannot exceed the limit together. 429. */
export async function countUpload(tx: Db, username: string | null, bytes: number): Promise<void> {
  if (username === null) return;
  const kibibytes = Math.ceil(bytes / 1024);
  const day = today();
  await tx.deleteFrom('upload_days').where('username', '=', username).where('day', '<', day).execute();
  const sum = await tx
    .insertInto('upload_days')
    .values({ username, day, kibibytes })
    .onConflict((on) =>
      on.columns(['username', 'day']).doUpdateSet((eb) => ({ kibibytes: eb('upload_days.kibibytes', '+', kibibytes) })),
    )
    .returning('kibibytes')
    .executeTakeFirstOrThrow();
  const limit = DAILY_LIMIT[await roleOf(tx, username)];
  if (sum.kibibytes * 1024 > limit) throw dayIsFull(limit);
}

async function roleOf(db: Db, username: string): Promise<Role> {
  const admin = await db.selectFrom('admins').select('role').where('username', '=', username).executeTakeFirst();
  return admin?.role ?? 'author';
}

function dayIsFull(limit: number) {
  const seconds = Math.ceil((tomorrow().getTime() - Date.now()) / 1000);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes < 60 ? `${minutes} мин` : `${Math.floor(minutes / 60)} ч ${minutes % 60} мин`;
  const message = `За день можно загрузить ${limit / GIB} ГБ, и для этого файла места уже нет. Загрузите его через ${wait} или уменьшите.`;
  return Object.assign(new ModelError(429, 'upload_limit', message), { retryAfter: seconds });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function tomorrow(): Date {
  return new Date((Math.floor(Date.now() / DAY) + 1) * DAY);
}
