import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** What signing in needs besides passwords: remembered devices, the pace of wrong passwords per name, links from the host, codes from an app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('devices')
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('admins.id').onDelete('cascade'))
      .addColumn('last_login_at', 'text', (column) => column.notNull())
      .addColumn('came_back', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('devices_pk', ['token_hash', 'admin_id']),
  ).execute();
  await db.schema
    .createIndex('devices_admin')
    .on('devices')
    .columns(['admin_id', 'came_back', 'last_login_at'])
    .execute();
  await strict(
    db,
    db.schema
      .createTable('login_paces')
      .addColumn('name_hash', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull()),
  ).execute();
  // Old counters are looked for with every wrong password, and an attack makes many of them.
  await db.schema.createIndex('login_failures_age').on('login_failures').column('last_failed_at').execute();
  await db.schema.createIndex('login_paces_age').on('login_paces').column('since').execute();
  await createLinks(db);
  await createCodes(db);
}

async function createLinks(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('login_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('admins.id').onDelete('cascade'))
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text'),
  ).execute();
}

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('totp')
      .addColumn('admin_id', 'integer', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'text')
      .addColumn('last_step', 'integer', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('recovery_codes')
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('totp.admin_id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_pk', ['admin_id', 'code_hash']),
  ).execute();
}
