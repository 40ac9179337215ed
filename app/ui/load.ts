/** In ms: a network that changes fails what is on its way. */
const RETRY_DELAY = 15_000;

/** Code that is loaded later, asked for again until it comes. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    return untilLoaded(load);
  }
}
