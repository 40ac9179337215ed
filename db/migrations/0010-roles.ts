import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('admins')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('administrator'))
    .execute();
  await strict(
    db,
    withId(db, db.schema.createTable('invitations'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('username', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull()),
  ).execute();
}
