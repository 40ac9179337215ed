import { readConfig } from '../config.ts';
import { StartupError } from '../errors.ts';
import { type Mode, start } from './start.ts';

export async function run(): Promise<void> {
  try {
    await start(readConfig(process.env), modeOf(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** `server.ts --demo` and `rampa demo` are the same. */
function modeOf(args: string[]): Mode {
  if (args[0] === 'demo' || args.includes('--demo')) return 'demo';
  return args.includes('--dev') ? 'dev' : 'production';
}
