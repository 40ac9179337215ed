import { type Announcement, isList } from './announcements.ts';
import type { Db } from './tables.ts';

export interface Change {
  version: number;
  /** When a list topic changed last, ISO 8601 UTC. Strictly increasing, whichever server's clock wrote it. */
  listsAt: string;
}

export async function countChanges(db: Db): Promise<number> {
  const { version } = await readChange(db);
  return version;
}

export async function readChange(db: Db): Promise<Change> {
  return db.selectFrom('changes').select(['version', 'lists_at as listsAt']).executeTakeFirstOrThrow();
}

/** Call inside the changing transaction: the row lock makes numbers follow the order of commits. */
export async function countChange(tx: Db, { topic }: Announcement): Promise<Change> {
  const { version, listsAt } = await tx
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning(['version', 'lists_at as listsAt'])
    .executeTakeFirstOrThrow();
  if (!isList(topic)) return { version, listsAt };
  const lists_at = new Date(Math.max(Date.now(), Date.parse(listsAt) + 1)).toISOString();
  await tx.updateTable('changes').set({ lists_at }).execute();
  return { version, listsAt: lists_at };
}
