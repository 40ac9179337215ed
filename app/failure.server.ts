import { AsyncLocalStorage } from 'node:async_hooks';
import { data } from 'react-router';
import { unavailable } from '../errors.ts';

/** What a page gets instead of its data: a sentence for a person, never what went wrong inside. */
export interface Failure {
  failure: string;
}

/** What went wrong while one page is made, for who asked for it to be made. */
const failures = new AsyncLocalStorage<unknown[]>();

/** Makes a page, and gives what went wrong meanwhile beside what came of it. */
export async function withFailures<T>(make: () => Promise<T>): Promise<{ made: T; failed: unknown[] }> {
  const failed: unknown[] = [];
  return { made: await failures.run(failed, make), failed };
}

/** Runs a loader's reading. When it fails the page is still rendered, with status 503 and the sentence. A thrown redirect passes. */
export async function read<T>(reading: () => Promise<T>) {
  try {
    return await reading();
  } catch (error) {
    if (error instanceof Response) throw error;
    noteFailure(error);
    return data<Failure>({ failure: unavailable().message }, { status: 503 });
  }
}

/** The server writes it to its log, and keeps no page that was made without what could not be read. */
export function noteFailure(error: unknown): undefined {
  failures.getStore()?.push(error);
}

/** For a page of several readings: notes the first that failed and gives the sentence, or undefined when all went well. */
export function failureOf(readings: PromiseSettledResult<unknown>[]): string | undefined {
  const failed = readings.find((reading) => reading.status === 'rejected');
  if (!failed) return undefined;
  noteFailure(failed.reason);
  return unavailable().message;
}
