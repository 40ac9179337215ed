import { setTimeout as sleep } from 'node:timers/promises';
import type { PasswordHasher } from './admins/hasher.ts';
import type { Move } from './articles/visibility.ts';
import { countChange } from './changes.ts';
import { isBusy } from './dialect.ts';
import { unavailable } from './errors.ts';
import type { Pictures } from './images.ts';
import type { Db } from './tables.ts';

/** What open pages and caches are told after a change is committed. */
export type Announcement =
  /**
   * `article` has just become public; a withdrawal took one off the site, or off its address, or said when it goes. Without a
   * move every article stands where it stood.
   */
  | { topic: 'news'; article?: { slug: string; title: string }; isWithdrawal?: true; move?: Move }
  | { topic: 'watch-settings' }
  | { topic: 'vote-settings' }
  | { topic: 'site-content' };

/** Everything a change needs: made once when the server starts and handed down. */
export interface Store {
  db: Db;
  /** `version` is the number of the change that it tells of, as `countChanges` counts. */
  announce: (announcement: Announcement, version?: number) => void;
  pictures: Pictures;
  passwords: PasswordHasher;
  /** IANA name; decides what "today" is. */
  timeZone: string;
}

/** A locked SQLite file is asked again this often and this long, in ms, off the event loop. */
const BUSY_RETRY_EVERY = 25;
const BUSY_RETRY_FOR = 5000;

/**
 * Runs `change` in one transaction and, once it is committed, announces what `about` makes of its result.
 * A transaction that meets a locked SQLite file starts over, at most for 5 s; then it fails with 503.
 */
export async function write<T>(
  store: Pick<Store, 'db' | 'announce'>,
  change: (tx: Db) => Promise<T>,
  about?: (result: T) => Announcement,
): Promise<T> {
  const giveUpAt = Date.now() + BUSY_RETRY_FOR;
  for (;;) {
    try {
      const { result, version } = await store.db.transaction().execute(async (tx) => ({
        result: await change(tx),
        version: about && (await countChange(tx)),
      }));
      if (about) store.announce(about(result), version);
      return result;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() >= giveUpAt) throw unavailable();
      await sleep(BUSY_RETRY_EVERY * (0.5 + Math.random()));
    }
  }
}
