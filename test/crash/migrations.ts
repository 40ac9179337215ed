import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Finding } from './disk.ts';

/** A database that is still empty, and what is in it later. */
interface Place {
  env: Record<string, string>;
  /** Every table, column, index and rule, as one text. */
  describe: () => Promise<string>;
  remove: () => Promise<void>;
}

type MakePlace = () => Promise<Place>;

/** Kills bringing a new SQLite database up to this version before some of its statements; all of them unless `points` says how many. */
export function killMigrations(points?: number): Promise<Finding[]> {
  return killAtEach('SQLite', sqlitePlace, points);
}

/** The same on PostgreSQL, each time in a database of its own on the server at `url`; then two at once on the same database. */
export async function killPostgresMigrations(url: string, points?: number): Promise<Finding[]> {
  const make = () => postgresPlace(url);
  return [...(await killAtEach('PostgreSQL', make, points)), await twoAtOnce(make)];
}

async function killAtEach(name: string, make: MakePlace, points = Number.POSITIVE_INFINITY): Promise<Finding[]> {
  const whole = await make();
  const statements = Number((await run(whole)).stdout);
  const expected = timeless(await whole.describe());
  await whole.remove();
  const findings: Finding[] = [
    [`${name}: ${statements} statements`, statements > 50 ? undefined : 'too few to be all'],
  ];
  const step = Math.max(1, statements / points);
  for (let at = 1; at <= statements; at += step) {
    const place = await make();
    const killed = await run(place, Math.floor(at));
    const again = await run(place);
    const found = await place.describe();
    await place.remove();
    const isRight = killed.signal === 'SIGKILL' && again.code === 0 && timeless(found) === expected;
    findings.push([
      `${name}: killed before statement ${Math.floor(at)}, done again`,
      isRight ? undefined : again.stderr || found,
    ]);
  }
  return findings;
}

async function twoAtOnce(make: MakePlace): Promise<Finding> {
  const [one, other] = [await make(), await make()];
  await run(one);
  const expected = timeless(await one.describe());
  const runs = await Promise.all([run(other), run(other), run(other)]);
  const isRight = runs.every(({ code }) => code === 0) && timeless(await other.describe()) === expected;
  await one.remove();
  await other.remove();
  return ['PostgreSQL: three servers at once', isRight ? undefined : runs.map(({ stderr }) => stderr).join('\n')];
}

/** A step may write down when it was done. */
function timeless(schema: string): string {
  return schema.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');
}

interface Run {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

async function run({ env }: Place, killAt = 0): Promise<Run> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'migrating.ts')], {
    env: { PATH: process.env.PATH, KILL_AT: String(killAt), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [child.stdout.toArray(), child.stderr.toArray()];
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout: (await out).join(''), stderr: (await err).join('') };
}

async function sqlitePlace(): Promise<Place> {
  const directory = await mkdtemp(path.join(tmpdir(), 'rampa-migrations-'));
  return {
    env: { DATA_DIR: directory },
    async describe() {
      const raw = new DatabaseSync(path.join(directory, 'rampa.sqlite'));
      const schema = raw.prepare('select type, name, sql from sqlite_schema order by type, name').all();
      const steps = raw.prepare('select name from kysely_migration order by name').all();
      const checks = raw.prepare('pragma integrity_check').all();
      raw.close();
      return JSON.stringify([schema, steps, checks]);
    },
    remove: () => rm(directory, { recursive: true }),
  };
}

const COLUMNS = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
  where table_schema = 'public' order by 1, 2`;
const INDEXES = "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1";
const RULES = `select conname, pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace order by 1, 2`;
const STEPS = 'select name from kysely_migration order by name';

async function postgresPlace(server: string): Promise<Place> {
  const name = `rampa_crash_${Math.random().toString(36).slice(2)}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await ask(server, `create database ${name}`);
  return {
    env: { DATABASE_URL: url.href },
    async describe() {
      const parts = [];
      for (const query of [COLUMNS, INDEXES, RULES, STEPS]) parts.push(await ask(url.href, query));
      return JSON.stringify(parts);
    },
    remove: async () => {
      await ask(server, `drop database ${name} with (force)`);
    },
  };
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return rows;
}
