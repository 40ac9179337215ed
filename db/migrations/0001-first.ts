import { type Kysely, sql } from 'kysely';
import { strict, withId } from '../dialect.ts';
import { createArticles } from './0001-first/articles.ts';
import { createEditing } from './0001-first/editing.ts';
import { createImages } from './0001-first/images.ts';
import { createSignIn } from './0001-first/sign-in.ts';

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
