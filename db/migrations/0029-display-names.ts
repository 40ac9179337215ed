import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('admins')
    .addColumn('display_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
