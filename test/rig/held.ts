import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
/** systemd names the process between fork and exec; a shell can do the same. */
const AS_SUPERVISED = 'test -n "$LISTEN_PID" || export LISTEN_PID=$$; exec "$0" "$@"';

/** The server as systemd starts it when it holds the listening socket: handed over as descriptor 3. `ignore` hands over none. */
export function spawnHeld(socket: number | 'ignore', env: Record<string, string>): ChildProcess {
  return spawn('/bin/sh', ['-c', AS_SUPERVISED, process.execPath, 'server.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...(socket !== 'ignore' && { LISTEN_FDS: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', socket],
  });
}
