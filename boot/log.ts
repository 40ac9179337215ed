import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config.ts';
import { passwordsIn } from '../db/postgres/address.ts';
import { StartupError } from '../errors.ts';

const SHORTEST_SECRET = 6; // shorter ones would match innocent text
const HIDDEN = '[hidden]';

/** JSON lines, pretty on a terminal. Configured secrets are hidden: messages of libraries may contain them. */
export async function createLog(hasTerminal: boolean, config: Config): Promise<Logger> {
  const options: LoggerOptions = {
    base: undefined,
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: plainError },
    hooks: { streamWrite: createRedactor(config) },
  };
  if (!hasTerminal) return pino(options);
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,reqId', sync: true }));
}

/** Other fields of an error may hold anything, even a URL with its password. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { type: name, message, ...(code && { code }), stack, ...(cause instanceof Error && { cause: cause.message }) };
}

function createRedactor({
  databaseUrl,
  metricsToken,
  adminPassword,
  alertUrl,
  alertSecret,
}: Config): (line: string) => string {
  const secrets = [metricsToken, adminPassword, alertSecret, alertUrl, ...(databaseUrl ? passwordsIn(databaseUrl) : [])]
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) =>
    secrets
      .reduce((text, secret) => text.replaceAll(secret, HIDDEN), line)
      .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]{0,200}:)[^\s@/"]{1,300}@/gi, `$1${HIDDEN}@`);
}

/** Writes a StartupError as one line and exits with 1; throws any other error. */
export function refuseStart(error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
