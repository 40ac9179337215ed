import type { Db } from '../../../db/tables.ts';
import type { UploadCache } from './cache.ts';
import { filesOf } from './names.ts';
import { findNames } from './parts.ts';

const LOOK_EVERY = 5000;
const MAY_COME_LATE = 1000; // ids are assigned before commit: entries may become visible this many ids late
const ASKED_AT_ONCE = 500;

/** Evicts deleted images from the local cache: at start, then by polling the audit log. Returns a stop function. */
export async function followDeletions(
  db: Db,
  cache: UploadCache,
  forget: (names: string[]) => Promise<void>,
): Promise<() => void> {
  await forgetGone(db, await cache.names(), forget);
  let known = await lastEntry(db);
  const timer = setInterval(async () => {
    try {
      const last = await lastEntry(db);
      if (last === known) return;
      for (const name of await deletedSince(db, known - MAY_COME_LATE)) await forget(filesOf(name));
      known = last;
    } catch {
      // Retried at the next poll; other code reports an unavailable database.
    }
  }, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

async function forgetGone(db: Db, names: string[], forget: (names: string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < names.length; from += ASKED_AT_ONCE) {
    const some = names.slice(from, from + ASKED_AT_ONCE);
    const there = await findNames(db, some);
    await forget(some.filter((name) => !there.has(name)));
  }
}

async function lastEntry(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('journal')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

async function deletedSince(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('journal')
    .select('subject')
    .distinct()
    .where('id', '>', id)
    .where('action', 'in', ['image.delete', 'file.delete'])
    .execute();
  const names = rows.map(({ subject }) => subject);
  const there = await findNames(db, names);
  return names.filter((name) => !there.has(name));
}
