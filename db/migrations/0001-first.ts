import { type Kysely, sql } from 'kysely';
import { strict, withId } from '../dialect.ts';
import { createArticles, createEditing, createImages } from './0001-first/articles.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createArticles(db);
  await createEditing(db);
  await createImages(db);
  await createSignIn(db);
  await createSettings(db);
  await createJournal(db);
  await createChanges(db);
  await createJobs(db);
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
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

/** Indexed by age: every wrong password deletes expired counters, and an attack creates many. */
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

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull()),
  ).execute();
}

async function createJournal(db: Kysely<unknown>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('journal'))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('who', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull()),
  ).execute();
}

async function createChanges(db: Kysely<unknown>): Promise<void> {
  const now = new Date().toISOString();
  await strict(
    db,
    db.schema
      .createTable('changes')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('lists_at', 'text', (column) => column.notNull().defaultTo(now)),
  ).execute();
  await sql`insert into changes (id, version) values (1, 0)`.execute(db);
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
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
}
