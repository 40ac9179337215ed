import { type Logger, pino } from 'pino';

/** JSON lines on stdout, or lines for a person when stdout is a terminal. Tokens and passwords never come this far: headers and bodies are not logged. */
export async function createLog(hasTerminal: boolean): Promise<Logger> {
  const options = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  if (!hasTerminal) return pino(options);
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,reqId', sync: true }));
}
