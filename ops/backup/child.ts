import { readConfig } from '../../config.ts';
import { newerStep, openDatabase } from '../../db/open.ts';
import { BackupError, BusyError } from '../errors.ts';
import type { Progress } from './archive/reader.ts';
import type { Task } from './child-process.ts';
import { assertTarget, copyElsewhere } from './elsewhere/copy.ts';
import { backUp, lowerPriority, restoreTest } from './run.ts';

export type ChildMessage =
  | { what: string; part: number }
  | { isDone: true }
  /** `isExpected`: a sentence for the administrator, otherwise a bug. `isBusy`: another process holds the lock. */
  | { failed: string; isExpected: boolean; isBusy: boolean };

const PROGRESS_INTERVAL = 250; // ms
const TASKS = { backup: backUp, drill: restoreTest, copy: copyElsewhere, examine: assertTarget };

lowerPriority();
// Exits with the server, as the result would be lost; the next run removes unfinished files.
process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => process.exit(1));
const config = readConfig(process.env);
const db = await openDatabase(config);
const task = process.argv[2] as Task;
try {
  // A newer version may have migrated the database since the job began.
  if ((task === 'backup' || task === 'drill') && (await newerStep(db)))
    throw new BusyError('Базу данных изменила более новая версия rampa: копию сделает она.');
  await TASKS[task](config, db, createProgress());
  send({ isDone: true });
} catch (error) {
  const isExpected = error instanceof BackupError;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  send({ failed: text ?? '', isExpected, isBusy: error instanceof BusyError });
} finally {
  await db.destroy();
}

function createProgress(): Progress {
  let last = '';
  let sentAt = 0;
  return (what, done, total) => {
    if (what === last && Date.now() - sentAt < PROGRESS_INTERVAL) return;
    last = what;
    sentAt = Date.now();
    send({ what, part: total > 0 ? done / total : 1 });
  };
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message, () => !('what' in message) && process.exit());
}
