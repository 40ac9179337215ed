import type { Announcement } from './announcements.ts';
import type { Db } from './tables.ts';

/** Where the database stands after a change, whoever made it: this server, another one, a command. */
export interface Change {
  /** How many announced changes it has seen. */
  version: number;
  /** When (ISO 8601, UTC) news or texts changed last; later with each such change, on whichever server's clock. */
  listsAt: string;
}

/** The number of the last change. */
export async function countChanges(db: Db): Promise<number> {
  const { version } = await readChange(db);
  return version;
}

export async function readChange(db: Db): Promise<Change> {
  return db.selectFrom('changes').select(['version', 'lists_at as listsAt']).executeTakeFirstOrThrow();
}

/** Counts one change, inside the transaction that makes it. Others that count wait for its end, so numbers have the order of commits. */
export async function countChange(tx: Db, { topic }: Announcement): Promise<Change> {
  const { version, listsAt } = await tx
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning(['version', 'lists_at as listsAt'])
    .executeTakeFirstOrThrow();
  if (topic !== 'news' && topic !== 'site-content') return { version, listsAt };
  const lists_at = new Date(Math.max(Date.now(), Date.parse(listsAt) + 1)).toISOString();
  await tx.updateTable('changes').set({ lists_at }).execute();
  return { version, listsAt: lists_at };
}
