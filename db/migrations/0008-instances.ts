import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** What several servers on one database share besides the festival: whose turn scheduled work is, and when lists changed last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('jobs')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text')
      .addColumn('finished_at', 'text')
      .addColumn('succeeded_at', 'text')
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('error', 'text')
      .addColumn('holder', 'text')
      .addColumn('held_until', 'text'),
  ).execute();
  const now = new Date().toISOString();
  await db.schema
    .alterTable('changes')
    .addColumn('lists_at', 'text', (column) => column.notNull().defaultTo(now))
    .execute();
}
