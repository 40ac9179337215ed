import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from 'kysely/migration';

/** A migration that no version has: a program that knows it stands for a later version. */
export const LATER_STEP = '9000-later';

/** It changes a table with rows in it and makes another one. */
export const laterStep: Migration = {
  async up(db) {
    await db.schema
      .alterTable('articles')
      .addColumn('motto', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createTable('sponsors')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute();
  },
};

/** In the environment of a server or a command: it is of the later version. */
export const LATER_VERSION = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'later-version.ts'))}`,
};
