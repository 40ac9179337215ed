import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { bytesOf, type CachedResponse } from './response.ts';

/** Times in ms since 1970. */
export interface Entry {
  response: CachedResponse;
  generation: number;
  madeAt: number; // start of rendering; invalid in the future, after the clock was set back
  until: number; // next change by the clock, such as a scheduled publication
  expiresAt: number; // contains withdrawn content from then on: not even sent as stale
}

const OVERHEAD = 4096; // key, headers and policy of an entry, in bytes
const MB = 1024 * 1024;

/** Fixed pages take a few MB in all encodings, so none is ever evicted. */
export const FRESH_BYTES = {
  pages: 16 * MB,
  articles: 32 * MB,
  lists: 16 * MB,
  views: 4 * MB,
  panel: 2 * MB,
  chosen: 8 * MB,
};
export const STALE_BYTES = { pages: 8 * MB, articles: 16 * MB, lists: 8 * MB, views: 2 * MB, chosen: 4 * MB };
/** 404s are cached for 1 s, in a partition of their own: enough for a burst, useless to a scanner. */
const NOT_FOUND_BYTES = 4 * MB;
const NOT_FOUND_TTL = 1000;

/** Byte-bounded LRU caches, one per partition. A partition without a size caches nothing. */
export class EntryStore {
  readonly #partitions: Map<Partition, LRUCache<string, Entry>>;
  readonly #notFound = lru(NOT_FOUND_BYTES);
  readonly #all: LRUCache<string, Entry>[];

  constructor(sizes: Partial<Record<Partition, number>>) {
    this.#partitions = new Map(Object.entries(sizes).map(([name, bytes]) => [name as Partition, lru(bytes)]));
    this.#all = [...this.#partitions.values(), this.#notFound];
  }

  get(target: string): Entry | undefined {
    for (const cache of this.#all) {
      const entry = cache.get(target);
      if (entry) return entry;
    }
    return undefined;
  }

  set({ partition, target }: CacheKey, entry: Entry): void {
    if (entry.response.status === 200) return void this.#partitions.get(partition)?.set(target, entry);
    this.forget(target);
    this.#notFound.set(target, { ...entry, until: Math.min(entry.until, Date.now() + NOT_FOUND_TTL) });
  }

  recount({ target }: CacheKey): void {
    for (const cache of this.#all) {
      const entry = cache.peek(target);
      // `lru-cache` recounts only values that it does not hold yet.
      if (entry) cache.set(target, { ...entry });
    }
  }

  forget(target: string): void {
    for (const cache of this.#all) cache.delete(target);
  }

  clear(): void {
    for (const cache of this.#all) cache.clear();
  }

  size(): { entries: number; bytes: number } {
    let [entries, bytes] = [0, 0];
    for (const cache of this.#all) {
      entries += cache.size;
      bytes += cache.calculatedSize;
    }
    return { entries, bytes };
  }
}

function lru(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({ maxSize, sizeCalculation: ({ response }) => bytesOf(response) + OVERHEAD });
}

export function isValidNow({ madeAt, until }: Pick<Entry, 'madeAt' | 'until'>): boolean {
  const now = Date.now();
  return madeAt <= now && now < until;
}

export interface Miss extends Omit<Entry, 'response'> {
  target: string;
  /** Shares the entry with all waiting requests; without an entry each renders. Only the first call has an effect. */
  done: (result?: Result) => void;
}

type Result = Entry | 'left' | undefined; // `left`: the rendering request was aborted, another one renders

/** Single-flight per target. After a change a request waits for the older rendering to end, then joins the next one. */
export function createSingleFlight(generationNow: () => number) {
  const flights = new Map<string, { generation: number; result: Promise<Result> }>();

  function start(target: string): Miss {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const flight = { generation: generationNow(), result: promise };
    flights.set(target, flight);
    const done = (result?: Result) => {
      if (flights.get(target) === flight) flights.delete(target);
      resolve(result);
    };
    return { target, generation: flight.generation, madeAt: Date.now(), until: 0, expiresAt: 0, done };
  }

  return async (target: string): Promise<Entry | Miss> => {
    const [asked, askedAt] = [generationNow(), Date.now()];
    for (;;) {
      const flight = flights.get(target);
      if (!flight) return start(target);
      const result = await flight.result;
      if (flight.generation < asked || result === 'left') continue;
      return result && askedAt < result.until ? result : start(target);
    }
  };
}

/** `chosen`: responses for caller-chosen values, such as a tag; invented values can evict only these. */
type Partition = 'pages' | 'articles' | 'lists' | 'views' | 'panel' | 'chosen';

export interface CacheKey {
  target: string;
  partition: Partition;
  endsWithVote?: boolean; // may contain the voting URL: never sent as stale once the vote is closed
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A string is the partition of a fixed URL. */
    cached?: Partition | ((request: FastifyRequest) => CacheKey | undefined);
  }
  interface FastifyRequest {
    cacheKey: CacheKey | undefined;
  }
}

/** Cache key of a request; independent of headers and URL spelling. Undefined if the response is not shared. */
export function cacheKeyOf(request: FastifyRequest): CacheKey | undefined {
  const { url = '', config } = request.routeOptions;
  const { cached } = config;
  return typeof cached === 'string' ? { target: url, partition: cached } : cached?.(request);
}
