import { unavailable } from '../errors.ts';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Gives a place, once one is free, as the function that frees it. */
type Semaphore = () => Promise<() => void>;

/** `places` at the same time; at most `mostWaiting` others wait in turn, and `refusal` is thrown for further ones. */
export function createSemaphore(
  places: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refusal: () => Error = unavailable,
): Semaphore {
  let free = places;
  const waiting: (() => void)[] = [];
  return async () => {
    if (free > 0) free -= 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((go) => waiting.push(go));
    else throw refusal();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
  };
}

/** Lets `places` pieces of work run at the same time, the others as with `createSemaphore`. */
export function createGate(...limits: Parameters<typeof createSemaphore>): Gate {
  const take = createSemaphore(...limits);
  return async (work) => {
    const leave = await take();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
