import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnly } from '../../db/sqlite/opening.ts';
// Not check.ts: all migrations come with it, and a start of this thread with them takes seconds on a busy machine.
import { problemOfPages } from './file.ts';

/** A writer that starts just now may hold the file for a moment. In ms. */
const BUSY_FOR = 5000;

const raw = openReadOnly(String(workerData), BUSY_FOR);
const problem = problemOfPages(raw);
raw.close();
parentPort?.postMessage(problem);
