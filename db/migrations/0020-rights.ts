import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'text').execute();
  await strict(
    db,
    db.schema
      .createTable('login_name_failures')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('name_hash', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('last_failed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_name_failures_pk', ['address', 'name_hash']),
  ).execute();
  await db.schema.createIndex('login_name_failures_age').on('login_name_failures').column('last_failed_at').execute();
  await strict(
    db,
    db.schema
      .createTable('upload_days')
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('kibibytes', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('upload_days_pk', ['username', 'day']),
  ).execute();
}
