import type { Room, Shared } from './key.ts';
import { bytesOf, type Finished } from './response.ts';

/** An answer that was finished once. */
export interface Entry {
  answer: Finished;
  generation: number;
  /** Moment in ms when it was asked for: before that, by a clock that was set back, it says nothing. */
  madeAt: number;
  /** Moment in ms when something in it changes by itself: a scheduled article appears, one expires, the hour of the start strikes. */
  until: number;
  /** Moment in ms from which it shows something that has been taken off. */
  expiresAt: number;
}

/** What an entry takes besides its bodies: key, headers, policy. In bytes. */
const OVERHEAD = 4096;
const MB = 1024 * 1024;

/** Bytes of each room. Fixed pages come to a few MB in all their encodings, so none of them is ever evicted. */
const KEPT_ROOMS = { pages: 16 * MB, articles: 32 * MB, lists: 16 * MB, views: 4 * MB, panel: 2 * MB };
export const LAST_GOOD_ROOMS = { pages: 8 * MB, articles: 16 * MB, lists: 8 * MB, views: 2 * MB };
/** 404s are cached for 1 s, in a room of their own: enough for a burst, useless to a scanner. */
const UNKNOWN_BYTES = 4 * MB;
const UNKNOWN_FOR = 1000;

/** One byte-bounded LRU cache for each room. A room without a size keeps nothing. */
export function createRooms(sizes: Partial<Record<Room, number>>) {
  const rooms = new Map(Object.entries(sizes).map(([room, bytes]) => [room, createShelf(bytes)]));
  const shelves = [...rooms.values()];
  return {
    get(key: string): Entry | undefined {
      for (const shelf of shelves) {
        const entry = shelf.get(key);
        if (entry) return entry;
      }
      return undefined;
    },
    set: ({ room, target }: Shared, entry: Entry): void => rooms.get(room)?.set(target, entry),
    /** Counts an entry's bytes again, once another encoding of it was made. */
    recount: ({ room, target }: Shared): void => rooms.get(room)?.recount(target),
    forget(key: string): void {
      for (const shelf of shelves) shelf.forget(key);
    },
    size: () => total(shelves),
    clear(): void {
      for (const shelf of shelves) shelf.clear();
    },
  };
}

/** Current answers, 404s included. */
export function createKept() {
  const rooms = createRooms(KEPT_ROOMS);
  const unknown = createShelf(UNKNOWN_BYTES);
  return {
    get: (key: string): Entry | undefined => rooms.get(key) ?? unknown.get(key),
    set(shared: Shared, entry: Entry): void {
      if (entry.answer.status === 200) rooms.set(shared, entry);
      else {
        // The page may still hold the answer of an article that has expired.
        rooms.forget(shared.target);
        unknown.set(shared.target, { ...entry, until: Math.min(entry.until, Date.now() + UNKNOWN_FOR) });
      }
    },
    recount(shared: Shared): void {
      rooms.recount(shared);
      unknown.recount(shared.target);
    },
    size: () => total([rooms, unknown]),
    clear(): void {
      rooms.clear();
      unknown.clear();
    },
  };
}

interface Size {
  entries: number;
  bytes: number;
}

function total(parts: { size: () => Size }[]): Size {
  return parts.reduce(
    (sum, part) => ({ entries: sum.entries + part.size().entries, bytes: sum.bytes + part.size().bytes }),
    { entries: 0, bytes: 0 },
  );
}

/**
 * An entry moves to the end of its map at most once in this time (ms). Each delete and set makes V8 rehash a small map, and the dead
 * tables fill the old generation.
 */
const MOVED_EVERY = 1000;

/** A byte-bounded LRU cache. */
function createShelf(maxBytes: number) {
  const held = new Map<string, { entry: Entry; bytes: number; movedAt: number }>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= held.get(key)?.bytes ?? 0;
    held.delete(key);
  };
  const hold = (key: string, entry: Entry) => {
    forget(key);
    const weight = bytesOf(entry.answer) + OVERHEAD;
    held.set(key, { entry, bytes: weight, movedAt: performance.now() });
    bytes += weight;
    for (const oldest of held.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  };
  return {
    get(key: string): Entry | undefined {
      const found = held.get(key);
      const now = performance.now();
      if (found && now - found.movedAt > MOVED_EVERY) {
        found.movedAt = now;
        held.delete(key);
        held.set(key, found);
      }
      return found?.entry;
    },
    set: hold,
    recount(key: string): void {
      const found = held.get(key);
      if (found) hold(key, found.entry);
    },
    forget,
    /** `bytes` is what the entries are counted as. */
    size: (): Size => ({ entries: held.size, bytes }),
    clear(): void {
      held.clear();
      bytes = 0;
    },
  };
}

/** Whether it still shows things as they are at this moment by the clock. */
export function holdsNow({ madeAt, until }: Pick<Entry, 'madeAt' | 'until'>): boolean {
  const now = Date.now();
  return madeAt <= now && now < until;
}
