import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { problemOfPages } from './check.ts';

/** A writer that starts just now may hold the file for a moment. In ms. */
const BUSY_FOR = 5000;

const raw = new DatabaseSync(String(workerData), { readOnly: true, timeout: BUSY_FOR, defensive: true });
raw.exec('pragma trusted_schema = off');
const problem = problemOfPages(raw);
raw.close();
parentPort?.postMessage(problem);
