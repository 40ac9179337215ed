export class TookTooLong extends Error {}

/** Whether a server answers with 2xx within 2 s; never rejects. */
export async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Rejects with TookTooLong after `ms`; `work` itself is not cancelled. */
export async function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TookTooLong(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
