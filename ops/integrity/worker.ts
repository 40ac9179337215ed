import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnly } from '../../db/sqlite/opening.ts';
// Not from check.ts: loading all migrations takes seconds on a busy machine.
import { problemOfPages } from './file.ts';

const BUSY_TIMEOUT = 5000; // How long to wait for a writer's lock, in ms

const raw = openReadOnly(String(workerData), BUSY_TIMEOUT);
const problem = problemOfPages(raw);
// Before the answer: on a full disk an open connection holds the WAL index read-only for the whole process.
raw.close();
parentPort?.postMessage(problem);
