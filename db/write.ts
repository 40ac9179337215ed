import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import type { Announcement } from './announcements.ts';
import { type Change, countChange } from './change-counter.ts';
import { isBusy } from './errors.ts';
import { notify } from './postgres/notices.ts';
import type { Db } from './tables.ts';

/** What a change is written with. */
export interface Writer {
  db: Db;
  announce: (announcement: Announcement, change: Change) => void;
}

/** A locked SQLite file is asked again this often and this long, in ms, off the event loop. */
const BUSY_RETRY_EVERY = 25;
const BUSY_RETRY_FOR = 5000;

/**
 * Runs `change` in one transaction and, once it is committed, announces what `about` makes of its result, if anything: here by
 * `announce`, and to other servers through PostgreSQL.
 * A transaction that meets a locked SQLite file starts over, at most for 5 s; then it fails with 503.
 */
export async function write<T>(
  store: Writer,
  change: (tx: Db) => Promise<T>,
  about?: (result: T) => Announcement | undefined,
): Promise<T> {
  const giveUpAt = Date.now() + BUSY_RETRY_FOR;
  for (;;) {
    try {
      const { result, made } = await store.db.transaction().execute(async (tx) => {
        const result = await change(tx);
        const announcement = about?.(result);
        return { result, made: announcement && (await count(tx, announcement)) };
      });
      if (made) store.announce(made.announcement, made.change);
      return result;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() >= giveUpAt) throw unavailable();
      await sleep(BUSY_RETRY_EVERY * (0.5 + Math.random()));
    }
  }
}

async function count(tx: Db, announcement: Announcement): Promise<{ announcement: Announcement; change: Change }> {
  const change = await countChange(tx, announcement);
  await notify(tx, announcement, change);
  return { announcement, change };
}
