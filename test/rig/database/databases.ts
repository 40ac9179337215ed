import { createHash } from 'node:crypto';
import path from 'node:path';
import { inject } from 'vitest';
import { openPostgres, openSqlite } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { runOn } from './postgres.ts';

/** Each test without a browser runs twice, once with each kind of database. Which one is it now? */
export const isOnPostgres = process.env.TEST_STORE === 'postgres';

export interface FreshDatabase {
  db: Db;
  /** Of a PostgreSQL. */
  databaseUrl: string | undefined;
  drop: () => Promise<void>;
}

/** The project's database that belongs to a data directory, empty; `locale` is how a PostgreSQL sorts texts by itself. */
export async function freshDatabase(dataDir: string, locale?: string): Promise<FreshDatabase> {
  return create(dataDir, locale ? `template0 locale_provider icu icu_locale '${locale}'` : 'template1');
}

/** The same with the finished schema, where having it saves time. */
export function finishedDatabase(dataDir: string): Promise<FreshDatabase> {
  return create(dataDir);
}

/** What a program of its own has to be told to use it. */
export function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  return { DATA_DIR: dataDir, ...(isOnPostgres && { DATABASE_URL: addressFor(dataDir) }) };
}

/** Makes it with the finished schema unless it is there. A file is made by whoever opens it. */
export async function ensureDatabaseOf(dataDir: string): Promise<void> {
  if (!isOnPostgres) return;
  await makeDatabase(dataDir).catch((error) => {
    if (error.code !== ALREADY_THERE) throw error;
  });
}

/** Throws it away, whoever still uses it. */
export async function dropDatabaseOf(dataDir: string): Promise<void> {
  if (isOnPostgres) await runOn(inject('postgresUrl'), `drop database if exists ${nameFor(dataDir)} with (force)`);
}

const ALREADY_THERE = '42P04';

async function create(dataDir: string, template?: string): Promise<FreshDatabase> {
  if (!isOnPostgres)
    return { db: openSqlite(path.join(dataDir, 'rampa.sqlite')), databaseUrl: undefined, drop: async () => {} };
  await makeDatabase(dataDir, template);
  const databaseUrl = addressFor(dataDir);
  return { db: await openPostgres(databaseUrl), databaseUrl, drop: () => dropDatabaseOf(dataDir) };
}

/** A copy of files: that costs the server less than the log of it. */
async function makeDatabase(dataDir: string, template = inject('postgresTemplate')): Promise<void> {
  await runOn(inject('postgresUrl'), `create database ${nameFor(dataDir)} strategy file_copy template ${template}`);
}

function addressFor(dataDir: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${nameFor(dataDir)}`;
  return url.href;
}

/** Its name leads back to its run, which drops what is left of it in the end. */
function nameFor(dataDir: string): string {
  const own = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  return `${inject('postgresTemplate')}_${own}`;
}
