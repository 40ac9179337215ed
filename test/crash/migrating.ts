import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { migrations } from '../../db/migrations/index.ts';
import { migrate, openDatabase } from '../../db/open.ts';
import { LATER_STEP, laterStep } from '../rig/database/later-step.ts';

// Brings a database up to this version and one step further in a process of its own, which kills itself before its `KILL_AT`th statement.
// Prints how many there were.

const { DATA_DIR = '', DATABASE_URL, KILL_AT = '0' } = process.env;
let statements = 0;

const { prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (...args) {
  count();
  return prepare.apply(this, args);
};
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  count();
  return Reflect.apply(query, this, args);
} as typeof query;

migrations[LATER_STEP] = laterStep;
const db = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
await migrate(db);
await db.destroy();
process.stdout.write(String(statements));

function count(): void {
  statements += 1;
  if (statements === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
}
