import { readConfig } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';
import type { Progress } from './archive/reader.ts';
import { BackupError, BusyError } from './errors.ts';
import { lowerPriority } from './nice.ts';
import { backUp, drill } from './run.ts';

/** What the server is told of the work under way, and at its end. */
export type ChildMessage =
  | { what: string; part: number }
  | { isDone: true }
  /** `isExpected`: a sentence for the administrator; anything else is a fault. `isBusy`: another process is at it. */
  | { failed: string; isExpected: boolean; isBusy: boolean };

/** Between two messages, in ms. */
const TELL_EVERY = 250;

// A process of its own: it may take its time and its memory, and whoever waits for a page does not notice.
lowerPriority();
// Without the server nobody would hear of the end; what is unfinished is cleared away by the next one.
process.once('disconnect', () => process.exit(1));
const config = readConfig(process.env);
const db = await openDatabase(config);
try {
  await (process.argv[2] === 'drill' ? drill : backUp)(config, db, tellProgress());
  tell({ isDone: true });
} catch (error) {
  const isExpected = error instanceof BackupError;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  tell({ failed: text ?? '', isExpected, isBusy: error instanceof BusyError });
} finally {
  await db.destroy();
}

function tellProgress(): Progress {
  let last = '';
  let toldAt = 0;
  return (what, done, total) => {
    if (what === last && Date.now() - toldAt < TELL_EVERY) return;
    last = what;
    toldAt = Date.now();
    tell({ what, part: total > 0 ? done / total : 1 });
  };
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message, () => !('what' in message) && process.exit());
}
