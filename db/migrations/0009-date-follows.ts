import type { Kysely } from 'kysely';

/** Whether an article's date follows its publication. Of older articles it is not known: their dates stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['articles', 'revisions'])
    await db.schema
      .alterTable(table)
      .addColumn('date_follows', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
}
