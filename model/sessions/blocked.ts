/** Addresses remembered at most; the one blocked first is forgotten first. */
const MOST = 10_000;

/** Addresses that have to wait, so that a blocked one is refused without a query and without a place in a queue. */
export interface Blocked {
  /** Ms that the address still has to wait, 0 when nothing is known of it. */
  timeLeft(address: string): number;
  note(address: string, wait: number): void;
}

/** Made once when the server starts. An entry never outlasts the wait that it was made for, nor a clock that was set back. */
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
