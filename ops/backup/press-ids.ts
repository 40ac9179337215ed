import { hasTable, openSqlite } from '../../db/dialect.ts';
import { readCounter, setCounter } from '../../db/ids.ts';

/** Logs whose ids are the `seq` of live events. */
const LOGS = ['cues', 'reveals'] as const;
const EPOCH = Date.UTC(2024, 0);

/**
 * Raises the id counters in an unpacked SQLite database to the seconds since 2024. Open pages ignore a `seq` below the last
 * one they saw, and a backup holds older ones. Presses come less often than once a second.
 */
export async function raisePressIds(file: string): Promise<void> {
  const least = Math.floor((Date.now() - EPOCH) / 1000);
  const db = openSqlite(file);
  try {
    for (const log of LOGS) {
      if (!(await hasTable(db, log))) continue;
      if (((await readCounter(db, log, 'id')) ?? 0) < least) await setCounter(db, log, 'id', least);
    }
  } finally {
    await db.destroy();
  }
}
