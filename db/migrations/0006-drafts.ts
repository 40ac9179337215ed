import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('articles').addColumn('planned_at', 'text').execute();
  await db.schema.alterTable('revisions').addColumn('autosaved_from', 'text').execute();
}
