import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config.ts';
import { passwordsIn } from '../db/postgres/address.ts';

/** A text this short is not looked for: it would be found in innocent words. */
const SHORTEST_SECRET = 6;
const HIDDEN = '[hidden]';

/**
 * JSON lines on stdout, or lines for a person when stdout is a terminal. Headers, bodies and queries never come this far; what the
 * configuration keeps secret is looked for in every line all the same, because messages of errors are written by others.
 */
export async function createLog(hasTerminal: boolean, config: Config): Promise<Logger> {
  const options: LoggerOptions = {
    base: undefined,
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: plainError },
    hooks: { streamWrite: hider(config) },
  };
  if (!hasTerminal) return pino(options);
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,reqId', sync: true }));
}

/** What somebody needs who looks for the cause. Further fields of an error may hold anything, an address with its password too. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { type: name, message, ...(code && { code }), stack, ...(cause instanceof Error && { cause: cause.message }) };
}

/** Takes the secrets of the configuration, and the password of any address, out of a line. */
function hider({ databaseUrl, metricsToken, adminPassword }: Config): (line: string) => string {
  const secrets = [metricsToken, adminPassword, ...(databaseUrl ? passwordsIn(databaseUrl) : [])]
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) =>
    secrets
      .reduce((text, secret) => text.replaceAll(secret, HIDDEN), line)
      .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]{0,200}:)[^\s@/"]{1,300}@/gi, `$1${HIDDEN}@`);
}
