import type { Db } from './tables.ts';

/** How many announced changes the database has seen, whoever made them: this server, another one, a command. */
export async function countChanges(db: Db): Promise<number> {
  const { version } = await db.selectFrom('changes').select('version').executeTakeFirstOrThrow();
  return version;
}

/** Counts one change, inside the transaction that makes it, and gives its number. */
export async function countChange(tx: Db): Promise<number> {
  const { version } = await tx
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
