import { isAway } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { isList, type TopicMessage } from '../../db/topics.ts';
import { countChanges } from '../../db/write.ts';
import type { CachedResponse } from './response.ts';
import { type CacheKey, type Entry, EntryStore, holdsNow, STALE_BYTES } from './store.ts';

const PROBE_INTERVAL = 500; // ms

/** Stale-if-error (RFC 5861). Withdrawals and unknown changes drop all; entries end when something in them expires. */
export class StaleIfError {
  readonly #db: Db;
  readonly #entries = new EntryStore(STALE_BYTES);
  #isAway = false;
  #probeAt = 0;
  #changes = 0; // probes started before a change are ignored
  #since = 0; // generation of the last drop: older renderings are not kept

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

  whileAway(target: string): CachedResponse | undefined {
    if (!this.#isAway) return undefined;
    this.#probe();
    return this.#lastGood(target);
  }

  afterFailedRead(target: string, isAfterChange: boolean): CachedResponse | undefined {
    if (isAfterChange) this.#isAway = true;
    return this.#lastGood(target);
  }

  inPlaceOf(target: string, failure: unknown): CachedResponse | undefined {
    if (isAway(failure)) this.#probe();
    return this.#lastGood(target);
  }

  afterChange(message: TopicMessage | undefined, generation: number): void {
    this.#changes += 1;
    if (message) this.#isAway = false;
    if (keepsAll(message)) return;
    this.#entries.clear();
    this.#since = generation;
  }

  #lastGood(target: string): CachedResponse | undefined {
    const entry = this.#entries.get(target);
    return entry && holdsNow({ madeAt: entry.madeAt, until: entry.expiresAt }) ? entry.response : undefined;
  }

  #probe(): void {
    if (Date.now() < this.#probeAt) return;
    this.#probeAt = Date.now() + PROBE_INTERVAL;
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

function keepsAll(message: TopicMessage | undefined): boolean {
  // A press makes nothing non-public, and presses come every few minutes.
  if (message?.topic === 'stage') return true;
  if (!message || (message.topic !== 'results' && !isList(message.topic))) return false;
  // Stored responses know no expiry of an article that is published now.
  if (message.topic === 'news' && message.move?.to?.expires_at) return false;
  return !('isWithdrawal' in message && message.isWithdrawal);
}
