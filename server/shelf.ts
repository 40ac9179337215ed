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
