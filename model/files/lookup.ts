import type { Db } from '../../db/tables.ts';

/** What a file is saved as; undefined when it has no row. */
export async function findTitle(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('files').select('title').where('name', '=', name).executeTakeFirst();
  return row?.title;
}
