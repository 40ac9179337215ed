import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { ChildMessage } from './child.ts';
import { BackupError } from './errors.ts';

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
  const [code, killedBy] = await once(child, 'exit');
  if (last && 'isDone' in last) return;
  if (last && 'failed' in last) throw last.isExpected ? new BackupError(last.failed) : new Error(last.failed);
  throw new Error(`The process that copies ended with ${killedBy ?? code}.`);
}

/** The configuration in use, which need not be that of the environment. */
function environment({ dataDir, backupDir, databaseUrl, timeZone }: Config): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    SITE_TIME_ZONE: timeZone,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(SystemRoot && { SystemRoot }),
  };
}
