import type { Announcement } from '../../db/announcements.ts';
import { countChanges } from '../../db/change-counter.ts';
import { isAway } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import type { CacheKey } from './key.ts';
import type { CachedResponse } from './response.ts';
import { type Entry, EntryStore, holdsNow, STALE_BYTES } from './store.ts';

/** Interval of health probes while the database is away, in ms. */
const PROBE_EVERY = 500;

/**
 * The last good response of each target, for when it cannot be made anew (stale-if-error, RFC 5861), and only for that. They outlive a
 * change that added or corrected something. A change that withdrew something, or an unknown change of another server, drops them all;
 * so does the moment at which something that they show expires, or the vote whose address they name closes.
 */
export class StaleIfError {
  readonly #db: Db;
  readonly #entries = new EntryStore(STALE_BYTES);
  #isAway = false;
  #probeAt = 0;
  /** Probes started before a change are ignored. */
  #changes = 0;
  /** Generation of the last change that dropped all: renderings that began before it are not kept. */
  #since = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  keep(key: CacheKey, entry: Entry): void {
    if (entry.generation >= this.#since) this.#entries.set(key, entry);
  }

  recount(key: CacheKey): void {
    this.#entries.recount(key);
  }

  forget(target: string): void {
    this.#entries.forget(target);
  }

  /** The response to send at once while the database is known to be away. Probes it in the background. */
  whileAway(target: string): CachedResponse | undefined {
    if (!this.#isAway) return undefined;
    this.#probe();
    return this.#lastGood(target);
  }

  /** The response to send when reading has just failed because the database is away. */
  afterFailedRead(target: string, isAfterChange: boolean): CachedResponse | undefined {
    if (isAfterChange) this.#isAway = true;
    return this.#lastGood(target);
  }

  /** The response to send in place of one that failed or was not even begun. Probes the database in the background. */
  inPlaceOf(target: string, failure: unknown): CachedResponse | undefined {
    if (isAway(failure)) this.#probe();
    return this.#lastGood(target);
  }

  /** Without an announcement nobody knows what has changed. */
  afterChange(announcement: Announcement | undefined, generation: number): void {
    this.#changes += 1;
    // Our own change is committed: the database is there.
    if (announcement) this.#isAway = false;
    if (keepsAll(announcement)) return;
    this.#entries.clear();
    this.#since = generation;
  }

  #lastGood(target: string): CachedResponse | undefined {
    const entry = this.#entries.get(target);
    return entry && holdsNow({ madeAt: entry.madeAt, until: entry.expiresAt }) ? entry.response : undefined;
  }

  #probe(): void {
    if (Date.now() < this.#probeAt) return;
    this.#probeAt = Date.now() + PROBE_EVERY;
    const before = this.#changes;
    const settle = (isAwayNow: boolean) => {
      if (this.#changes === before) this.#isAway = isAwayNow;
    };
    countChanges(this.#db).then(
      () => settle(false),
      (error: unknown) => settle(isAway(error)),
    );
  }
}

function keepsAll(announcement: Announcement | undefined): boolean {
  // An article that will expire leaves responses that do not know of it, too.
  if (announcement?.topic === 'news') return !announcement.isWithdrawal && !announcement.move?.to?.expires_at;
  return announcement?.topic === 'site-content';
}
