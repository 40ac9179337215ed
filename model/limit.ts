import pLimit from 'p-limit';
import { unavailable } from '../errors.ts';

/** Runs `work` within a limit of concurrency, first come, first served. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** `concurrency` at the same time; at most `mostWaiting` others wait, and `refusal` is thrown for further ones. */
export function createLimit(
  concurrency: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refusal: () => Error = unavailable,
): Limit {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + mostWaiting) throw refusal();
    return limit(work);
  };
}

/** The same for work that has no function of its own: gives, once it may run, the function that ends it. */
export function createSemaphore(...limits: Parameters<typeof createLimit>): () => Promise<() => void> {
  const limit = createLimit(...limits);
  return () =>
    new Promise((enter, refuse) => {
      limit(() => new Promise<void>((leave) => enter(leave))).catch(refuse);
    });
}
