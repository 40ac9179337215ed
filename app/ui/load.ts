/** In ms, unless the network comes back sooner. */
const RETRY_DELAY = 15_000;

/** Loads code, with retries: a change of network fails requests in flight. */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_DELAY);
      addEventListener('online', resolve, { once: true });
    });
    return loadWithRetries(load);
  }
}
