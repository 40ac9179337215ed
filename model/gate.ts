import { unavailable } from './errors.ts';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `places` pieces of work run at the same time and at most `mostWaiting` others wait in turn; 503 for further ones. */
export function createGate(places: number, mostWaiting = Number.POSITIVE_INFINITY): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((go) => waiting.push(go));
    else throw unavailable();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
