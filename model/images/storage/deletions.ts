import type { Db } from '../../../db/tables.ts';
import type { ImageCache } from './cache.ts';
import { filesOf } from './names.ts';
import { findNames } from './parts.ts';

/** Another server's deletion takes effect here so soon. In ms. */
const LOOK_EVERY = 5000;
/** Entries of the journal are numbered when they are written and seen when they are committed: so many may come late. */
const MAY_COME_LATE = 1000;
const ASKED_AT_ONCE = 500;

/**
 * Lets go of copies on this machine of pictures that were deleted, while it was off or by another server since: the journal tells.
 * Gives a function that ends it.
 */
export async function followDeletions(
  db: Db,
  cache: ImageCache,
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
      // A database that is away is noticed by everything else; what was deleted meanwhile is found once it is back.
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

/** Names that are there are another upload of an equal picture. */
async function deletedSince(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('journal')
    .select('subject')
    .distinct()
    .where('id', '>', id)
    .where('action', '=', 'image.delete')
    .execute();
  const names = rows.map(({ subject }) => subject);
  const there = await findNames(db, names);
  return names.filter((name) => !there.has(name));
}
