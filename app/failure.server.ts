import { AsyncLocalStorage } from 'node:async_hooks';
import { data } from 'react-router';
import { unavailable } from '../errors.ts';

const failures = new AsyncLocalStorage<unknown[]>();

/** Renders a page and returns its result with the failures noted meanwhile (AsyncLocalStorage). */
export async function withFailures<T>(make: () => Promise<T>): Promise<{ made: T; failed: unknown[] }> {
  const failed: unknown[] = [];
  return { made: await failures.run(failed, make), failed };
}

/** A loader whose failure is status 503 with a message, for the error boundary of its page. A thrown Response passes. */
export function reading<Args extends unknown[]>(load: (...args: Args) => unknown) {
  return async (...args: Args) => {
    try {
      return await load(...args);
    } catch (error) {
      if (error instanceof Response) throw error;
      noteFailure(error);
      throw data({ reason: unavailable().message }, { status: 503 });
    }
  };
}

/** Notes a failure: the server logs it and does not cache the page. */
export function noteFailure(error: unknown): undefined {
  failures.getStore()?.push(error);
}

/** For several reads: notes the first failure and returns its message, or undefined. */
export function failureOf(readings: PromiseSettledResult<unknown>[]): string | undefined {
  const failed = readings.find((reading) => reading.status === 'rejected');
  if (!failed) return undefined;
  noteFailure(failed.reason);
  return unavailable().message;
}

export function readOf<T>(reading: PromiseSettledResult<T>): T | null {
  return reading.status === 'fulfilled' ? reading.value : null;
}
