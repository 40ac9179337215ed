import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isWhole } from '../rig/cases.ts';
import { environmentOf, isOnPostgres } from '../rig/database/databases.ts';
import { needDatabase, needFolder } from '../rig/needs.ts';
import { openDatabaseOf } from '../rig/server.ts';

const KILLS = isWhole ? Number.POSITIVE_INFINITY : 6;

const STRUCTURE = [
  'select name from kysely_migration order by name',
  ...(isOnPostgres
    ? [
        `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
          where table_schema = 'public' order by 1, 2`,
        "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
        `select conname, pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace order by 1, 2`,
      ]
    : ['select type, name, sql from sqlite_schema order by type, name', 'pragma integrity_check']),
];

test('a migration that was killed is done again from where it was', { timeout: 600_000 }, async () => {
  const whole = await makePlace();
  const statements = Number((await migrating(whole)).stdout);
  const expected = await structureOf(whole);
  expect(statements).toBeGreaterThan(50);
  for (let at = 1; at <= statements; at += Math.max(1, statements / KILLS)) {
    const place = await makePlace();
    expect([at, (await migrating(place, Math.floor(at))).signal]).toEqual([at, 'SIGKILL']);
    expect([at, await migrating(place)]).toMatchObject([at, { stderr: '' }]);
    expect([at, await structureOf(place)]).toEqual([at, expected]);
  }
});

async function makePlace(): Promise<NodeJS.ProcessEnv> {
  const dataDir = await needFolder();
  await (await needDatabase(dataDir)).db.destroy();
  return environmentOf(dataDir);
}

type Run = Record<'stdout' | 'stderr', string> & { signal?: NodeJS.Signals };

function migrating(env: NodeJS.ProcessEnv, killAt = 0): Promise<Run> {
  const program = path.join(import.meta.dirname, 'migrating.ts');
  const given = { env: { PATH: process.env.PATH, KILL_AT: String(killAt), ...env } };
  return promisify(execFile)(process.execPath, [program], given).catch((error: Run) => error);
}

async function structureOf({ DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl }: NodeJS.ProcessEnv) {
  const db = await openDatabaseOf({ dataDir, databaseUrl });
  const parts = [];
  for (const query of STRUCTURE) parts.push((await sql.raw(query).execute(db)).rows);
  await db.destroy();
  // A step may write down when it was done.
  return JSON.stringify(parts).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');
}
