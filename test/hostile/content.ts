import { sql } from 'kysely';
import { digestTables } from '../../db/copying/copying.ts';
import { isSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';

/** What a refused request may touch: counters of attempts and when a session was last used. */
const NO_CONTENT = [
  ...(['sessions', 'devices', 'login_failures', 'login_name_failures', 'login_paces'] as const),
  ...(['presence', 'changes'] as const),
];

export async function watchContent(db: Db) {
  const digest = async () => JSON.stringify(await digestTables(db, { leaveOut: NO_CONTENT }));
  const lastWrite = await countWrites(db);
  let seen = await lastWrite();
  let known = await digest();
  return {
    remember: async () => {
      seen = await lastWrite();
      known = await digest();
    },
    /** The same, when something may have been changed on purpose: as long as nobody wrote anything there is nothing to read. */
    accept: async () => {
      const last = await lastWrite();
      if (last === seen) return;
      seen = last;
      known = await digest();
    },
    hasChanged: async () => {
      const last = await lastWrite();
      if (last === seen) return false;
      seen = last;
      return known !== (await digest());
    },
  };
}

async function countWrites(db: Db): Promise<() => Promise<string>> {
  if (!isSqlite(db)) await countByTriggers(db);
  const asked = isSqlite(db) ? sql`pragma data_version` : sql`select last_value, is_called from writes`;
  return async () => JSON.stringify((await asked.execute(db)).rows);
}

async function countByTriggers(db: Db): Promise<void> {
  await sql`create sequence writes`.execute(db);
  await sql`create function count_write() returns trigger language plpgsql
    as 'begin perform nextval(''writes''); return null; end'`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  for (const { name } of rows)
    if (!NO_CONTENT.some((each) => each === name))
      await sql`create trigger count_write after insert or update or delete on ${sql.table(name)}
        execute function count_write()`.execute(db);
}
