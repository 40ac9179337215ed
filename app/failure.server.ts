import { data } from 'react-router';
import { unavailable } from '../model/errors.ts';

/** What a page gets instead of its data: a sentence for a person, never what went wrong inside. */
export interface Failure {
  failure: string;
}

/** Runs a loader's reading. When it fails the page is still rendered, with status 503 and the sentence. A thrown redirect passes. */
export async function read<T>(request: Request, reading: () => Promise<T>) {
  try {
    return await reading();
  } catch (error) {
    if (error instanceof Response) throw error;
    logFailure(error, request);
    return data<Failure>({ failure: unavailable().message }, { status: 503 });
  }
}

/** One JSON line on stdout, as all of the server's log. */
export function logFailure(error: unknown, request: Request): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const line = {
    level: 50,
    time: new Date().toISOString(),
    path: new URL(request.url).pathname,
    err: { message, stack },
    msg: 'a page failed',
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** For a page of several readings: logs the first that failed and gives the sentence, or undefined when all went well. */
export function failureOf(request: Request, readings: PromiseSettledResult<unknown>[]): string | undefined {
  const failed = readings.find((reading) => reading.status === 'rejected');
  if (!failed) return undefined;
  logFailure(failed.reason, request);
  return unavailable().message;
}
