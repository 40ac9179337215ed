import type { Kysely } from 'kysely';
import { strict, withId } from '../../dialect.ts';

export async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await createAdmins(db);
  await createSessions(db);
  await createDevices(db);
  await createLinks(db);
  await createCodes(db);
  await createCounters(db);
}

async function createAdmins(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('admins'))
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_login_at', 'text'),
  ).execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('admins.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull().defaultTo('')),
  ).execute();
}

async function createDevices(db: Kysely<unknown>): Promise<void> {
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

/** Indexed by age: every wrong password looks for old counters, and an attack makes many. */
async function createCounters(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('login_failures')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('last_failed_at', 'text', (column) => column.notNull()),
  ).execute();
  await strict(
    db,
    db.schema
      .createTable('login_paces')
      .addColumn('name_hash', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('login_failures_age').on('login_failures').column('last_failed_at').execute();
  await db.schema.createIndex('login_paces_age').on('login_paces').column('since').execute();
}
