import { readConfig } from '../config.ts';
import { refuseStart } from './log.ts';
import { type Mode, start } from './start.ts';

export async function run(): Promise<void> {
  try {
    const mode = modeOf(process.argv.slice(2));
    if (mode === 'demo' || mode === 'rehearsal') endWithParent();
    await start(readConfig(process.env), mode);
  } catch (error) {
    refuseStart(error);
  }
}

/** `server.ts --demo` and `rampa demo` are the same. */
function modeOf(args: string[]): Mode {
  if (args[0] === 'demo' || args.includes('--demo')) return 'demo';
  if (args.includes('--rehearsal')) return 'rehearsal';
  return args.includes('--dev') ? 'dev' : 'production';
}

/** Ends the server when `rampa rehearse` is killed, which closes the IPC channel. */
function endWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
