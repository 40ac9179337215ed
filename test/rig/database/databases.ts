import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, vi } from 'vitest';
import { openPostgres, openSqlite } from '../../../db/dialect.ts';
import { databaseIn, migrate } from '../../../db/open.ts';
import { runOn } from './postgres.ts';

/** Each test without a browser runs twice, once with each kind of database. Which one is it now? */
export const isOnPostgres = process.env.TEST_STORE === 'postgres';

/** An empty one: `needDatabase` of `needs.ts` also throws it away. */
export async function freshDatabase(dataDir: string, locale?: string) {
  return create(dataDir, locale ? `template0 locale_provider icu icu_locale '${locale}'` : 'template1');
}

/** The same with the finished schema: making it is most of what a database costs. */
export async function finishedDatabase(dataDir: string) {
  if (!isOnPostgres) await writeFile(databaseIn(dataDir), await finishedFile());
  return create(dataDir);
}

let finished: Promise<Buffer> | undefined;

/** An SQLite file that holds nothing but the schema, made once by each worker. */
function finishedFile(): Promise<Buffer> {
  finished ??= (async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'rampa-finished-'));
    const db = openSqlite(databaseIn(folder));
    // Its moments are real also where the first test has set the clock: others use the file.
    const set = vi.isFakeTimers() ? Date.now() : undefined;
    if (set !== undefined) vi.setSystemTime(vi.getRealSystemTime());
    await migrate(db);
    if (set !== undefined) vi.setSystemTime(set);
    await db.destroy();
    const file = await readFile(databaseIn(folder));
    await rm(folder, { recursive: true });
    return file;
  })();
  return finished;
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

async function create(dataDir: string, template?: string) {
  if (!isOnPostgres) return { db: openSqlite(databaseIn(dataDir)), databaseUrl: undefined, drop: async () => {} };
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
