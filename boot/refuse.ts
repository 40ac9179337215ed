import { StartupError } from '../errors.ts';

/** Writes a StartupError as one line and exits with 1; throws any other error. */
export function refuseStart(error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
