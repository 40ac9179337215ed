/** Something took longer than it was given. */
export class TookTooLong extends Error {}

/** Does `work`, and waits for it at most `ms`. Fails with TookTooLong after that; what was begun is left to itself. */
export async function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TookTooLong(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
