/** In ms, unless the network comes back sooner. */
const RETRY_DELAY = 15_000;

/** Loads code, again after each failure: a network that changes fails what is on its way. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_DELAY);
      addEventListener('online', resolve, { once: true });
    });
    return untilLoaded(load);
  }
}
