import { sql } from 'kysely';
import { commandLine } from '../../command.ts';
import type { Digests } from '../../db/copying/copying.ts';
import { knownTables } from '../../db/copying/tables.ts';
import { currentSchema, hasTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { WORD_INDEX } from '../../db/word-index.ts';
import { StartupError } from '../../errors.ts';

const MARK = 'unfinished_move'; // Exists until a move into this database is finished; holds the source's digests

type TargetState = { kind: 'empty' } | { kind: 'site' } | { kind: 'half'; source: Digests };

/** State of a move's target; any rampa table without the mark makes it a `site`. */
export async function stateOf(db: Db): Promise<TargetState> {
  if (!(await isUnfinished(db))) return { kind: (await listOurs(db)).length === 0 ? 'empty' : 'site' };
  const { rows } = await sql<{ source: string }>`select source from ${sql.table(MARK)}`.execute(db);
  return { kind: 'half', source: JSON.parse(rows[0]?.source ?? '{}') };
}

export function isUnfinished(db: Db): Promise<boolean> {
  return hasTable(db, MARK);
}

/** StartupError while a move into this database is not finished. */
export async function assertFinished(db: Db): Promise<void> {
  if (!(await isUnfinished(db))) return;
  throw new StartupError(
    `Сайт перенесён в эту базу не до конца. Повторите команду, которой его переносили: ${commandLine('move')} …`,
  );
}

/** First write to a target: from now on no server starts on it. */
export async function markUnfinished(db: Db, source: Digests): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(MARK)} (source text not null)`.execute(tx);
    await sql`insert into ${sql.table(MARK)} (source) values (${JSON.stringify(source)})`.execute(tx);
  });
}

/** Last write: from now on an ordinary database. */
export async function markFinished(db: Db): Promise<void> {
  await sql`drop table ${sql.table(MARK)}`.execute(db);
}

export async function dropTables(db: Db): Promise<void> {
  const names = await listOurs(db);
  await db.transaction().execute(async (tx) => {
    for (const name of names) await sql`drop table ${sql.table(name)}`.execute(tx);
  });
}

/** Referencing tables first. */
async function listOurs(db: Db): Promise<string[]> {
  const schema = await currentSchema(db);
  const found = await db.introspection.getTables({ withInternalKyselyTables: true });
  const names = found.filter((table) => table.schema === schema).map(({ name }) => name);
  const known = (await knownTables()).map(({ name }) => name).toReversed();
  return ['kysely_migration', 'kysely_migration_lock', WORD_INDEX, ...known, MARK].filter((name) =>
    names.includes(name),
  );
}
