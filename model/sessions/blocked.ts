const MOST = 10_000;

/** Refuses blocked addresses without a query and without a place in the queue. */
export interface Blocked {
  timeLeft(address: string): number; // remaining ms; 0 when unknown
  note(address: string, wait: number): void;
}

/** One per process. Entries expire with their wait, and when the clock was set back. */
export function createBlocked(): Blocked {
  const known = new Map<string, { since: number; wait: number }>();
  return {
    timeLeft(address) {
      const entry = known.get(address);
      if (!entry) return 0;
      const passed = Date.now() - entry.since;
      if (passed >= 0 && passed < entry.wait) return entry.wait - passed;
      known.delete(address);
      return 0;
    },
    note(address, wait) {
      known.delete(address);
      known.set(address, { since: Date.now(), wait });
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
  };
}
