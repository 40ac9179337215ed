import { readConfig } from '../config.ts';
import { StartupError } from '../errors.ts';
import { type Mode, start } from './start.ts';

/** `isBuilt`: the pages are known to be current. */
export async function run(isBuilt: boolean): Promise<void> {
  try {
    const mode = modeOf(process.argv.slice(2));
    if (mode === 'demo' || mode === 'rehearsal') endWithParent();
    await start(readConfig(process.env), mode, isBuilt);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** `server.ts --demo` and `rampa demo` are the same. */
function modeOf(args: string[]): Mode {
  if (args[0] === 'demo' || args.includes('--demo')) return 'demo';
  if (args.includes('--rehearsal')) return 'rehearsal';
  return args.includes('--dev') ? 'dev' : 'production';
}

/** A killed `rampa rehearse` leaves no server behind: the channel to it closes. */
function endWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
