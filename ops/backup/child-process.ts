import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { ChildMessage } from './child.ts';
import { BackupError, BusyError } from './errors.ts';

export type Task = 'backup' | 'drill';

/** How far the work is: `part` from 0 to 1 of the step `what`. */
export interface Step {
  task: Task;
  what: string;
  part: number;
}

/** Does a task in a process of its own, which ends with the signal. Fails with a BackupError, or with what went wrong besides. */
export async function runInChild(
  config: Config,
  task: Task,
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<void> {
  signal.throwIfAborted();
  const child = fork(path.join(import.meta.dirname, 'child.ts'), [task], {
    env: environment(config),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  try {
    await outcome(child, (message) => onStep({ task, ...message }));
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function outcome(child: ChildProcess, onStep: (message: { what: string; part: number }) => void): Promise<void> {
  let last: ChildMessage | undefined;
  child.on('message', (message: ChildMessage) => {
    last = message;
    if ('what' in message) onStep(message);
  });
  // Its last words may come after its end, but not after its channel has closed.
  const [code, killedBy] = await once(child, 'close');
  if (last && 'isDone' in last) return;
  if (last && 'failed' in last) throw failureOf(last);
  throw new Error(`The process that copies ended with ${killedBy ?? code}.`);
}

function failureOf({ failed, isExpected, isBusy }: Extract<ChildMessage, { failed: string }>): Error {
  if (isBusy) return new BusyError(failed);
  return isExpected ? new BackupError(failed) : new Error(failed);
}

/**
 * The configuration in use, which need not be that of the environment, and whatever else of it a connection to PostgreSQL may need:
 * PGPASSWORD, certificates, HOME with its .pgpass. What only the server needs stays out of it.
 */
function environment({ dataDir, backupDir, databaseUrl, timeZone }: Config): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_FOR_CHILD.has(name));
  return {
    ...Object.fromEntries(inherited),
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    SITE_TIME_ZONE: timeZone,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

const NOT_FOR_CHILD = new Set([
  'DATABASE_URL',
  'MOVE_TO',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'LISTEN_FDS',
  'LISTEN_PID',
]);
