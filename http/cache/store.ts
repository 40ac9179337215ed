import { LRUCache } from 'lru-cache';
import type { CacheKey, Partition } from './key.ts';
import { bytesOf, type CachedResponse } from './response.ts';

/** A cached response with what is known of its validity. Moments in ms since 1970. */
export interface Entry {
  response: CachedResponse;
  /** Number of the last change known when rendering began. */
  generation: number;
  /** When rendering began. An entry of the future, after the clock was set back, is not valid. */
  madeAt: number;
  /** When something in it changes by itself: an article appears or expires, the broadcast begins. */
  until: number;
  /** When it begins to show something that has been withdrawn: it is never sent after that, not even as stale. */
  expiresAt: number;
}

/** What an entry takes besides its bodies: key, headers, policy. In bytes. */
const OVERHEAD = 4096;
const MB = 1024 * 1024;

/** Bytes of each partition. Fixed pages come to a few MB in all their encodings, so none of them is ever evicted. */
export const FRESH_BYTES = { pages: 16 * MB, articles: 32 * MB, lists: 16 * MB, views: 4 * MB, panel: 2 * MB };
export const STALE_BYTES = { pages: 8 * MB, articles: 16 * MB, lists: 8 * MB, views: 2 * MB };
/** 404s are cached for 1 s, in a partition of their own: enough for a burst, useless to a scanner. */
const NOT_FOUND_BYTES = 4 * MB;
const NOT_FOUND_FOR = 1000;

/** Byte-bounded LRU caches, one for each partition, so that no kind of response can evict another. A partition without a size keeps nothing. */
export class EntryStore {
  readonly #partitions: Map<Partition, LRUCache<string, Entry>>;
  readonly #notFound = lru(NOT_FOUND_BYTES);
  readonly #all: LRUCache<string, Entry>[];

  /** Sizes in bytes. */
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

  /** Keeps a 200 in its partition, and anything else for a second. */
  set({ partition, target }: CacheKey, entry: Entry): void {
    if (entry.response.status === 200) {
      this.#partitions.get(partition)?.set(target, entry);
      return;
    }
    // The response of an article that has expired may still be there.
    this.forget(target);
    this.#notFound.set(target, { ...entry, until: Math.min(entry.until, Date.now() + NOT_FOUND_FOR) });
  }

  /** Counts an entry's bytes again, once another representation of it was made. */
  recount({ target }: CacheKey): void {
    for (const cache of this.#all) {
      const entry = cache.peek(target);
      // An LRU cache counts only values that it does not hold yet.
      if (entry) cache.set(target, { ...entry });
    }
  }

  forget(target: string): void {
    for (const cache of this.#all) cache.delete(target);
  }

  clear(): void {
    for (const cache of this.#all) cache.clear();
  }

  /** `bytes` is what the entries are counted as. */
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

/** Whether it still shows things as they are at this moment by the clock. */
export function holdsNow({ madeAt, until }: Pick<Entry, 'madeAt' | 'until'>): boolean {
  const now = Date.now();
  return madeAt <= now && now < until;
}
