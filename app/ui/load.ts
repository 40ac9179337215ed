/** In ms, unless the network comes back sooner. */
const RETRY_DELAY = 15_000;

/** Loads code, again after each failure: a network that changes fails what is on its way. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    const signal = AbortSignal.timeout(RETRY_DELAY);
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
      addEventListener('online', resolve, { once: true, signal });
    });
    return untilLoaded(load);
  }
}
