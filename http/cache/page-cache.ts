import type { IncomingHttpHeaders } from 'node:http';
import { isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { isList, type TopicMessage } from '../../db/topics.ts';
import { countChanges } from '../../db/write.ts';
import { overloaded } from '../../errors.ts';
import { createLimit } from '../../model/limit.ts';
import { NextChange } from '../../model/next-change.ts';
import { PageIndex } from '../../model/pages/page-index.ts';
import { Redirects } from '../redirects.ts';
import { type CachedResponse, type Message, represent } from './response.ts';
import {
  type CacheKey,
  createSingleFlight,
  type Entry,
  EntryStore,
  FRESH_BYTES,
  isValidNow,
  type Miss,
  STALE_BYTES,
} from './store.ts';

/** Concurrent compressions of cached responses; uncached ones have their own limit (`boot/app.ts`). */
const COMPRESS_CONCURRENCY = 2;
const MAX_WAITING = 500;
export const MAX_CACHED = 4 * 1024 * 1024; // bytes

/** Public responses with single-flight and stale-if-error; every change drops the fresh ones. */
export class PageCache {
  readonly stale: StaleIfError;
  readonly redirects: Redirects;
  readonly pages: PageIndex;
  /** Single-flight: returns the cached response or the right to render it. */
  readonly join = createSingleFlight(() => this.#generation);
  readonly #entries = new EntryStore(FRESH_BYTES);
  readonly #nextChange: NextChange;
  readonly #compressing = createLimit(COMPRESS_CONCURRENCY, MAX_WAITING, overloaded);
  readonly #counts = { hits: 0, misses: 0, stale: 0 };
  #generation = 0;

  constructor(db: Db, nextChange = new NextChange(db)) {
    this.stale = new StaleIfError(db);
    this.redirects = new Redirects(db);
    this.pages = new PageIndex(db);
    this.#nextChange = nextChange;
  }

  counts(): { hits: number; misses: number; stale: number; entries: number; bytes: number } {
    return { ...this.#counts, ...this.#entries.size() };
  }

  count(outcome: 'hits' | 'misses' | 'stale'): void {
    this.#counts[outcome] += 1;
  }

  drop(published?: TopicMessage): void {
    this.#generation += 1;
    this.#nextChange.reset();
    this.#entries.clear();
    this.stale.afterChange(published, this.#generation);
    this.redirects.drop(published);
    this.pages.drop(published);
  }

  fresh(target: string): CachedResponse | undefined {
    const entry = this.#entries.get(target);
    return entry && this.#isFresh(entry) ? entry.response : undefined;
  }

  isCurrent({ generation }: Miss): boolean {
    return generation === this.#generation;
  }

  /** Without an expiry nothing is cached. */
  async readExpiry(key: CacheKey, miss: Miss): Promise<void> {
    const { until, expiresAt, closesAt } = await this.#nextChange.read();
    Object.assign(miss, { until, expiresAt: key.endsWithVote ? Math.min(expiresAt, closesAt) : expiresAt });
  }

  /** Caches a response. One begun before the last change is not cached, and goes only to requests from before that change. */
  keep(key: CacheKey, miss: Miss, response: CachedResponse): void {
    if (response.identity.length > MAX_CACHED) return;
    const entry = { ...miss, response };
    if (this.#isFresh(entry)) this.#entries.set(key, entry);
    if (isValidNow(entry) && response.status === 200) this.stale.keep(key, entry);
    miss.done(entry);
  }

  /** Representation in the requested encoding for `origin`; compressed once and cached with the response. */
  represent(
    response: CachedResponse,
    key: CacheKey | undefined,
    headers: IncomingHttpHeaders,
    origin: string,
  ): Promise<Message> {
    const added = () => {
      if (!key) return;
      this.#entries.recount(key);
      this.stale.recount(key);
    };
    return represent(response, headers, origin, { limit: this.#compressing, added });
  }

  #isFresh(entry: Entry): boolean {
    return entry.generation === this.#generation && isValidNow(entry);
  }
}

const PROBE_INTERVAL = 500; // ms

/** Stale-if-error (RFC 5861). Withdrawals and unknown changes drop all entries; an entry ends when content expires. */
export class StaleIfError {
  readonly #db: Db;
  readonly #entries = new EntryStore(STALE_BYTES);
  #isUnavailable = false;
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

  whileUnavailable(target: string): CachedResponse | undefined {
    if (!this.#isUnavailable) return undefined;
    this.#probe();
    return this.#lastGood(target);
  }

  afterFailedRead(target: string, isAfterChange: boolean): CachedResponse | undefined {
    if (isAfterChange) this.#isUnavailable = true;
    return this.#lastGood(target);
  }

  inPlaceOf(target: string, failure: unknown): CachedResponse | undefined {
    if (isUnavailable(failure)) this.#probe();
    return this.#lastGood(target);
  }

  afterChange(message: TopicMessage | undefined, generation: number): void {
    this.#changes += 1;
    if (message) this.#isUnavailable = false;
    if (keepsStaleEntries(message)) return;
    this.#entries.clear();
    this.#since = generation;
  }

  #lastGood(target: string): CachedResponse | undefined {
    const entry = this.#entries.get(target);
    return entry && isValidNow({ madeAt: entry.madeAt, until: entry.expiresAt }) ? entry.response : undefined;
  }

  #probe(): void {
    if (Date.now() < this.#probeAt) return;
    this.#probeAt = Date.now() + PROBE_INTERVAL;
    const before = this.#changes;
    const settle = (isNow: boolean) => {
      if (this.#changes === before) this.#isUnavailable = isNow;
    };
    countChanges(this.#db).then(
      () => settle(false),
      (error: unknown) => settle(isUnavailable(error)),
    );
  }
}

function keepsStaleEntries(message: TopicMessage | undefined): boolean {
  // A press withdraws nothing, and presses come every few minutes.
  if (message?.topic === 'stage') return true;
  if (!message || (message.topic !== 'results' && !isList(message.topic))) return false;
  // Cached responses do not yet consider the expiry of an article published now.
  if (message.topic === 'news' && message.move?.to?.expires_at) return false;
  return !('isWithdrawal' in message && message.isWithdrawal);
}
