import { sql } from 'kysely';
import type { Digests } from '../../db/copying/copying.ts';
import { EVERY_TABLE } from '../../db/copying/tables.ts';
import { currentSchema, hasTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';

/** A table that is there as long as a move into this database has not come to its end; it holds the digests of what is moved. */
const MARK = 'unfinished_move';

/** Every table of ours, those that refer to others first; Kysely's own and the mark too. */
const OURS: string[] = [...['kysely_migration', 'kysely_migration_lock'], ...EVERY_TABLE.toReversed(), MARK];

/** `site`: a whole site or something else of ours lies here; `half`: what a move has left, with what it was moving. */
export type TargetState = { kind: 'empty' } | { kind: 'site' } | { kind: 'half'; source: Digests };

export async function stateOf(db: Db): Promise<TargetState> {
  if (!(await isUnfinished(db))) return { kind: (await listOurs(db)).length === 0 ? 'empty' : 'site' };
  const { rows } = await sql<{ source: string }>`select source from ${sql.table(MARK)}`.execute(db);
  return { kind: 'half', source: JSON.parse(rows[0]?.source ?? '{}') };
}

/** Whether a move into this database has not come to its end. */
export function isUnfinished(db: Db): Promise<boolean> {
  return hasTable(db, MARK);
}

/** The first thing that is written into a target: no server starts on it from now on. */
export async function markUnfinished(db: Db, source: Digests): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(MARK)} (source text not null)`.execute(tx);
    await sql`insert into ${sql.table(MARK)} (source) values (${JSON.stringify(source)})`.execute(tx);
  });
}

/** The last thing: from now on the target is a database like any other. */
export async function markFinished(db: Db): Promise<void> {
  await sql`drop table ${sql.table(MARK)}`.execute(db);
}

/** Throws away all that a move has made; the tables only, with the pictures that lie in them. */
export async function dropTables(db: Db): Promise<void> {
  const names = await listOurs(db);
  await db.transaction().execute(async (tx) => {
    for (const name of OURS) if (names.includes(name)) await sql`drop table ${sql.table(name)}`.execute(tx);
  });
}

async function listOurs(db: Db): Promise<string[]> {
  const schema = await currentSchema(db);
  const found = await db.introspection.getTables({ withInternalKyselyTables: true });
  return found.filter((table) => table.schema === schema && OURS.includes(table.name)).map(({ name }) => name);
}
