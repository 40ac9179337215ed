import type { Finished } from './finished.ts';

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

/** All kept pages together, and beside them all pages that say that there is none, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_UNKNOWN = 4 * 1024 * 1024;
/** An address that nobody knows is worth little: it is kept for who asks for it with a thousand others. In ms. */
const UNKNOWN_FOR = 1000;

/**
 * Kept answers. Those of unknown addresses have a shelf of their own, so that whoever tries addresses at random pushes out no page,
 * and stay for a second at most.
 */
export function createKept() {
  const pages = createShelf(MAX_BYTES);
  const unknown = createShelf(MAX_BYTES_UNKNOWN);
  return {
    get: (key: string): Entry | undefined => pages.get(key) ?? unknown.get(key),
    set(key: string, entry: Entry): void {
      if (entry.answer.status === 200) pages.set(key, entry);
      else {
        // Of an article whose time has run out.
        pages.forget(key);
        unknown.set(key, { ...entry, until: Math.min(entry.until, Date.now() + UNKNOWN_FOR) });
      }
    },
    size() {
      const [known, other] = [pages.size(), unknown.size()];
      return { entries: known.entries + other.entries, bytes: known.bytes + other.bytes };
    },
    clear(): void {
      pages.clear();
      unknown.clear();
    },
  };
}

/** Entries in the order of their last use, of at most `maxBytes` together: the oldest make room. */
export function createShelf(maxBytes: number) {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  // With its compressed forms an answer takes less than twice its length.
  const weight = (entry: Entry | undefined) => (entry ? entry.answer.identity.length * 2 + OVERHEAD : 0);
  const forget = (key: string) => {
    bytes -= weight(entries.get(key));
    entries.delete(key);
  };
  return {
    get(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (entry) entries.delete(key) && entries.set(key, entry);
      return entry;
    },
    set(key: string, entry: Entry): void {
      forget(key);
      entries.set(key, entry);
      bytes += weight(entry);
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
    forget,
    /** Number of entries, and the bytes they are reckoned at. */
    size: () => ({ entries: entries.size, bytes }),
    clear(): void {
      entries.clear();
      bytes = 0;
    },
  };
}

/** Whether it still shows things as they are at this moment by the clock. */
export function holdsNow({ madeAt, until }: Pick<Entry, 'madeAt' | 'until'>): boolean {
  const now = Date.now();
  return madeAt <= now && now < until;
}
