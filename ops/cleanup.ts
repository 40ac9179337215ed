import type { Db } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { sweepBin } from '../model/articles/bin.ts';
import { dropEndedSessions } from '../model/sessions/sessions.ts';

/**
 * Removes for good what nobody can see or use any more: articles that have lain in the bin for 30 days, with all that was kept of
 * them, and sessions that have run out. The journal and the revisions of living articles are kept for good.
 */
export async function cleanUp(db: Db): Promise<void> {
  const store = { db, announce: () => {} };
  await write(store, sweepBin);
  await write(store, (tx) => dropEndedSessions(tx, new Date()));
}
