import { sql } from 'kysely';
import { digestTables } from '../../db/copying/copying.ts';
import { isSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';

/** What a refused request may touch: counters of attempts and when a session was last used. */
const NO_CONTENT = ['sessions', 'devices', 'login_failures', 'login_paces', 'presence', 'changes'] as const;

export interface ContentWatch {
  /** What there is now is what there should be. */
  remember: () => Promise<void>;
  /** The same, when something may have been changed on purpose: as long as nobody wrote anything there is nothing to read. */
  accept: () => Promise<void>;
  /** Whether the content of the database is another one. */
  hasChanged: () => Promise<boolean>;
  /** Puts a text into an article past everything that would have cleaned it. */
  plant: (slug: string, content: string) => Promise<void>;
}

/** Looks into the database of a running server. */
export async function watchContent(db: Db): Promise<ContentWatch> {
  const digest = async () => JSON.stringify(await digestTables(db, { leaveOut: NO_CONTENT }));
  let seen = await lastWrite(db);
  let known = await digest();
  return {
    remember: async () => {
      seen = await lastWrite(db);
      known = await digest();
    },
    accept: async () => {
      const last = await lastWrite(db);
      if (last === seen) return;
      seen = last;
      known = await digest();
    },
    hasChanged: async () => {
      const last = await lastWrite(db);
      if (last === seen) return false;
      seen = last;
      return known !== (await digest());
    },
    plant: async (slug, content) => {
      await db.updateTable('articles').set({ content }).where('slug', '=', slug).execute();
    },
  };
}

/** Another one after every write of somebody else, with PostgreSQL also of those that have another database there. */
async function lastWrite(db: Db): Promise<string> {
  const asked = isSqlite(db)
    ? sql`pragma data_version`
    : sql`select pg_snapshot_xmax(pg_current_snapshot())::text as it`;
  return JSON.stringify((await asked.execute(db)).rows);
}
