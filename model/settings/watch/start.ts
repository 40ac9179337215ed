import type { Db } from '../../../db/tables.ts';
import { readWatchSettings } from './watch.ts';

/** The announced start, for the calendar; undefined when there is none. */
export async function findStart(db: Db) {
  const { value, version } = await readWatchSettings(db);
  const { starts_at: startsAt, title, description } = value;
  if (startsAt === null) return undefined;
  const { updated_at: changedAt } = await db
    .selectFrom('settings')
    .select('updated_at')
    .where('name', '=', 'watch')
    .executeTakeFirstOrThrow();
  return { startsAt, title, description, version, changedAt };
}
