import type { Db } from './tables.ts';

/** How many announced changes the database has seen, whoever made them: this server, another one, a command. */
export async function countChanges(db: Db): Promise<number> {
  const { version } = await db.selectFrom('changes').select('version').executeTakeFirstOrThrow();
  return version;
}

/** Counts one change, inside the transaction that makes it. */
export async function countChange(tx: Db): Promise<void> {
  await tx
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
}
