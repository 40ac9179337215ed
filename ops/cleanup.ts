import type { Db } from '../db/tables.ts';
import { mergeWordIndex } from '../db/word-index.ts';
import { write } from '../db/write.ts';
import { dropStaleUrls } from '../model/articles/engines.ts';
import { sweepTrash } from '../model/articles/trash.ts';
import { dropEndedSessions } from '../model/sessions/sessions.ts';

/** Deletes articles after 30 days in the trash and expired sessions, and merges the word index. Keeps the audit log and revisions. */
export async function cleanUp(db: Db): Promise<void> {
  const store = { db, publish: () => {} };
  await write(store, sweepTrash);
  await write(store, dropStaleUrls);
  await write(store, (tx) => dropEndedSessions(tx, new Date()));
  await mergeWordIndex(db);
}
