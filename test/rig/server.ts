import assert from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres, openSqlite } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';

export const ADMIN = { username: 'admin', password: 'верный пароль редактора' };

export type TestServer = Awaited<ReturnType<typeof startServer>>;

export interface ServerOptions {
  /** A directory that outlives the server; without one it gets its own. */
  dataDir?: string;
  /** 0 takes a free one. A server that comes back for pages already open needs its former port. */
  port?: number;
  env?: NodeJS.ProcessEnv;
  /** False for a server that cannot get ready: it is given as soon as it listens. */
  isReady?: boolean;
  /** What Node runs: `server.ts`, unless it is something that leads to it. */
  program?: string[];
  /** Ends the server with SIGKILL, wherever it has come by then. */
  killed?: AbortSignal;
}

const ROOT = path.join(import.meta.dirname, '../..');
/** The first start may build the pages, and a demo draws its pictures politely, after whatever else the machine does. In ms. */
const READY_TIMEOUT = 110_000;
const running = new Set<ChildProcess>();

/** Ends at once what a test that failed or was broken off has left running. */
export function endServers(): void {
  for (const child of running) child.kill('SIGKILL');
}
process.once('exit', endServers);

function endLater(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** What a server says that ends by itself, since it cannot start. */
export async function failToStart(
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endLater(child);
  // One that starts after all says so in what is returned: nobody waits for its end.
  child.stdout.on('data', (piece: Buffer) => piece.includes('listening on') && child.kill('SIGKILL'));
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

/** The one line of a server that cannot start. */
export async function startRefusal(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await failToStart(env);
  const isOneLine = stderr.trim().split('\n').length === 1 && !stdout.includes('listening');
  assert(code === 1 && isOneLine, `The server ended with ${code}: ${stdout}${stderr}`);
  return stderr;
}

/** The real server as a process of its own, ready to answer, with the administrator ADMIN. */
export async function startServer({
  dataDir,
  port = 0,
  env = {},
  program = ['server.ts'],
  killed,
  isReady = true,
}: ServerOptions = {}) {
  const directory = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'rampa-server-')));
  const databases = process.env.TEST_STORE === 'postgres' ? await import('./database/databases.ts') : undefined;
  await databases?.ensureDatabaseOf(directory);
  const fullEnv: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: directory,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...databases?.environmentOf(directory),
    ...env,
  };
  const child = spawn(process.execPath, ['--import', './boot/runtime.mjs', ...program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: fullEnv,
  });
  killed?.addEventListener('abort', () => child.kill('SIGKILL'));
  endLater(child);
  const exited = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited();
  };
  const forget = async () => {
    if (dataDir) return;
    await databases?.dropDatabaseOf(directory);
    // A child of the server may end, and write, after it.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  const said: string[] = [];
  const origin = await started(child, said, isReady).catch(async (error) => {
    // Nobody else knows of it: left alone it would run, and lie about, for ever.
    await end('SIGTERM');
    await forget();
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    /** Scheme, host and port, without a trailing slash. */
    origin,
    dataDir: directory,
    /** Undefined with SQLite. */
    databaseUrl: fullEnv.DATABASE_URL,
    /** Everything it has written so far. */
    log: () => said.join(''),
    /** Asks it to end (SIGTERM) and waits for its exit code. */
    terminate: () => end('SIGTERM'),
    /** Its exit code, once it has ended. */
    exited,
    /** Ends it at once (SIGKILL) and leaves its data: the next server may start on them. */
    kill: async () => void (await end('SIGKILL')),
    /** Ends it politely (SIGTERM) and throws its data away, unless they were given to it. */
    stop: async () => {
      await end('SIGTERM');
      await forget();
    },
  };
}

/** A call of the API: a form as it is, anything else as JSON. */
export function send(
  origin: string,
  method: string,
  address: string,
  token?: string,
  body?: object,
): Promise<Response> {
  const form = body instanceof FormData ? body : undefined;
  return fetch(`${origin}/api${address}`, {
    method,
    headers: {
      ...(body && !form && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: form ?? JSON.stringify(body) }),
  });
}

export async function signIn(origin: string, { username, password } = ADMIN): Promise<string> {
  const answer = await send(origin, 'POST', '/auth/login', undefined, { username, password });
  const { token } = (await answer.json()) as { token: string };
  if (!token) throw new Error(`${username} cannot sign in: ${answer.status}`);
  return token;
}

export async function openDatabaseOf({
  dataDir,
  databaseUrl,
}: Pick<TestServer, 'dataDir' | 'databaseUrl'>): Promise<Db> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(path.join(dataDir, 'rampa.sqlite'), 5000);
}

async function started(child: ChildProcess, said: string[], isReady: boolean): Promise<string> {
  const origin = await addressOf(child, said);
  if (isReady) await ready(origin);
  return origin;
}

/** Reads the address from the log; a server that ends instead fails the test with what it said. */
async function addressOf(child: ChildProcess, said: string[]): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The server has no output to read.');
  stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error(`The server is silent.\n${said.join('')}`)), READY_TIMEOUT);
  child.once('exit', (code) => reject(new Error(`The server ended with ${code}.\n${said.join('')}`)));
  createInterface(stdout).on('line', (line) => {
    said.push(`${line}\n`);
    const [, origin] = /listening on (http:\/\/[^\s"]+)/.exec(line) ?? [];
    if (origin) resolve(origin);
  });
  return promise.finally(() => clearTimeout(timer));
}

async function ready(origin: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (tries === 200) throw new Error(`${origin} does not get ready.`);
    await sleep(50);
  }
}
