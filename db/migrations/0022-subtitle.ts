import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['articles', 'revisions'])
    await db.schema
      .alterTable(table)
      .addColumn('subtitle', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
}
