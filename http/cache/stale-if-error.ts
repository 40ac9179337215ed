import type { Announcement } from '../../db/announcements.ts';
import { countChanges } from '../../db/change-counter.ts';
import { isAway } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import type { Shared } from './key.ts';
import type { Finished } from './response.ts';
import { createRooms, type Entry, holdsNow, LAST_GOOD_ROOMS } from './store.ts';

/** While the database is away it is asked so often whether it is back, in ms. */
const ASK_EVERY = 500;

/**
 * The last good copy of each answer, for when it cannot be made anew, and only for that. They outlive a change
 * that added or corrected something; one that took something off the site (or that somebody else made, so that nobody knows what it
 * was) ends them all, and so does the moment at which something that they show expires or the vote that they lead to closes: nothing
 * withdrawn comes back with them.
 */
export function createCopies(db: Db) {
  const rooms = createRooms(LAST_GOOD_ROOMS);
  let isAwayNow = false;
  let askAgainAt = 0;
  /** A question that began before one of them says nothing of the database after it. */
  let changes = 0;
  /** Of the last change that ended all copies: nothing that began before it becomes one. */
  let since = 0;

  async function ask(): Promise<void> {
    askAgainAt = Date.now() + ASK_EVERY;
    const asked = changes;
    const isAwayThen = await countChanges(db).then(
      () => false,
      (error: unknown) => isAway(error),
    );
    if (changes === asked) isAwayNow = isAwayThen;
  }

  function lastGood(key: string): Finished | undefined {
    const entry = rooms.get(key);
    return entry && holdsNow({ madeAt: entry.madeAt, until: entry.expiresAt }) ? entry.answer : undefined;
  }

  return {
    keep(shared: Shared, entry: Entry): void {
      if (entry.generation >= since) rooms.set(shared, entry);
    },
    recount: rooms.recount,
    forget: rooms.forget,
    /** The copy to send at once while the database is known to be away. Whether it is back is asked on the side. */
    whileAway(key: string): Finished | undefined {
      if (!isAwayNow) return undefined;
      if (Date.now() >= askAgainAt) void ask();
      return lastGood(key);
    },
    /** The copy to send when reading, begun after the last change or before, has just failed because the database is away. */
    fallBack(key: string, isAfterChange: boolean): Finished | undefined {
      if (isAfterChange) isAwayNow = true;
      return lastGood(key);
    },
    /** The copy to send in place of an answer that failed or was not even begun. Whether the database is away is asked on the side. */
    inPlaceOf(key: string, failure: unknown): Finished | undefined {
      if (isAway(failure) && Date.now() >= askAgainAt) void ask();
      return lastGood(key);
    },
    afterChange(announcement: Announcement | undefined, generation: number): void {
      changes += 1;
      // Our own change is committed: the database is there.
      if (announcement) isAwayNow = false;
      if (keepsAll(announcement)) return;
      rooms.clear();
      since = generation;
    },
  };
}

function keepsAll(announcement: Announcement | undefined): boolean {
  // What will go by itself goes from answers that did not know of it, too.
  if (announcement?.topic === 'news') return !announcement.isWithdrawal && !announcement.move?.to?.expires_at;
  return announcement?.topic === 'site-content';
}
