import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnly } from '../../db/sqlite/opening.ts';
// Not from check.ts: loading all migrations takes seconds on a busy machine.
import { problemOfPages } from './file.ts';

const BUSY_TIMEOUT = 5000; // ms; waits for a writer's lock

const raw = openReadOnly(String(workerData), BUSY_TIMEOUT);
const problem = problemOfPages(raw);
// Closed before answering: on a full disk an open connection makes the WAL index read-only for the whole process.
raw.close();
parentPort?.postMessage(problem);
