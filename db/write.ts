import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import type { Announcement } from './announcements.ts';
import { type Change, countChange } from './change-counter.ts';
import { isBusy } from './errors.ts';
import { notify } from './postgres/notices.ts';
import type { Db } from './tables.ts';

export interface Writer {
  db: Db;
  announce: (announcement: Announcement, change: Change) => void;
}

const BUSY_RETRY_INTERVAL = 25; // ms
const BUSY_RETRY_FOR = 5000; // ms

/**
 * Announces `about`'s result after the commit, elsewhere by NOTIFY. Retries a locked database for 5 s, then 503. Within a
 * transaction, where `store.db` is one, it only changes: the outer call retries and announces.
 */
export async function write<T>(
  store: Writer,
  change: (tx: Db) => Promise<T>,
  about?: (result: T) => Announcement | undefined,
): Promise<T> {
  if (store.db.isTransaction) return change(store.db);
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
      await sleep(BUSY_RETRY_INTERVAL * (0.5 + Math.random()));
    }
  }
}

async function count(tx: Db, announcement: Announcement): Promise<{ announcement: Announcement; change: Change }> {
  const change = await countChange(tx);
  await notify(tx, announcement, change);
  return { announcement, change };
}
