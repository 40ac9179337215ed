import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { BackupError, BusyError } from '../errors.ts';
import type { ChildMessage } from './child.ts';

const GRACE = 500; // ms between SIGTERM and SIGKILL

export type Task = 'backup' | 'drill' | 'copy' | 'examine';

/** Progress: `part` from 0 to 1 of the step `what`. */
export interface Step {
  task: Exclude<Task, 'examine'>;
  what: string;
  part: number;
}

/** Runs a task in a child process, killed on abort. BackupError for the administrator, Error for any fault. */
export async function runInChild(
  config: Config,
  task: Task,
  signal: AbortSignal,
  onStep: (step: Pick<Step, 'what' | 'part'>) => void = () => {},
): Promise<void> {
  signal.throwIfAborted();
  const child = fork(path.join(import.meta.dirname, 'child.ts'), [task], {
    env: environment(config),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // SIGTERM first, so that the child also ends its rclone.
  let grace: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    grace = setTimeout(() => child.kill('SIGKILL'), GRACE);
  };
  signal.addEventListener('abort', end);
  try {
    await outcome(child, onStep);
  } finally {
    clearTimeout(grace);
    signal.removeEventListener('abort', end);
  }
}

async function outcome(child: ChildProcess, onStep: (message: { what: string; part: number }) => void): Promise<void> {
  let last: ChildMessage | undefined;
  child.on('message', (message: ChildMessage) => {
    last = message;
    if ('what' in message) onStep(message);
  });
  // The last message may arrive after `exit`, but not after `close`.
  const [code, killedBy] = await once(child, 'close');
  if (last && 'isDone' in last) return;
  if (last && 'failed' in last)
    throw new (last.isBusy ? BusyError : last.isExpected ? BackupError : Error)(last.failed);
  throw new Error(`The process that copies ended with ${killedBy ?? code}.`);
}

/** A PostgreSQL connection may need PGPASSWORD, certificates or HOME (.pgpass). */
function environment({ dataDir, backupDir, backupTo, databaseUrl, timeZone }: Config): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_FOR_CHILD.has(name));
  return {
    ...Object.fromEntries(inherited),
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    BACKUP_TO: backupTo ?? '',
    SITE_TIME_ZONE: timeZone,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

const SECRETS = ['DATABASE_URL', 'MOVE_TO', 'ADMIN_PASSWORD', 'METRICS_TOKEN', 'ALERT_URL', 'ALERT_SECRET'];
const NOT_FOR_CHILD = new Set([...SECRETS, ...SECRETS.map((name) => `${name}_FILE`), 'LISTEN_FDS', 'LISTEN_PID']);
