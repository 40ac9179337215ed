const SAMPLE_EVERY = 60_000; // ms
const KEPT = 60;

export interface Viewers {
  now: number;
  /** At the end of each of the last 60 minutes (ISO 8601 UTC), the oldest first. */
  minutes: { at: string; count: number }[];
}

/** Counts the open event streams of this server every minute, in memory. */
export function countViewers({ size }: { size: () => number }) {
  const minutes: Viewers['minutes'] = [];
  const timer = setInterval(() => {
    minutes.push({ at: new Date().toISOString(), count: size() });
    if (minutes.length > KEPT) minutes.shift();
  }, SAMPLE_EVERY).unref();
  return {
    read: (): Viewers => ({ now: size(), minutes: [...minutes] }),
    stop: () => clearInterval(timer),
  };
}
