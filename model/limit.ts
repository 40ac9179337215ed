import pLimit from 'p-limit';
import { unavailable } from '../errors.ts';

export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `concurrency` run and `mostWaiting` wait; further calls throw `refusal` (default 503). */
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

/** `createLimit` with explicit release: resolves to the release function. */
export function createSemaphore(...limits: Parameters<typeof createLimit>): () => Promise<() => void> {
  const limit = createLimit(...limits);
  return () =>
    new Promise((enter, refuse) => {
      limit(() => new Promise<void>((leave) => enter(leave))).catch(refuse);
    });
}
