import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BoundSocket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import { messageOf, StartupError } from '../errors.ts';
import { withUnpacked } from '../ops/backup/run.ts';

// `rampa upgrade` of the version in use runs this file of the new one: a whole start on the database of a backup.

const ROOT = path.join(import.meta.dirname, '..');
const POLL_INTERVAL = 100; // ms
const START_TIMEOUT = 60_000; // ms, migrations of a large database included
/** Variables of the running server: the rehearsal must not listen, write or report there. */
const OF_THE_SERVER = /^(DATABASE_URL|BACKUP_|ALERT_|LISTEN_)/;

const [copy = ''] = process.argv.slice(2);
process.umask(0o077);
try {
  await rehearse(copy);
} catch (error) {
  // A failed migration: its own message.
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

async function rehearse(file: string): Promise<void> {
  const { backupDir } = readConfig(process.env);
  // Uploads take long and no migration touches them.
  await withUnpacked(backupDir, file, false, startAndStop);
}

/** Starts the server on an inherited socket, as systemd does. */
async function startAndStop(dataDir: string): Promise<void> {
  const outer = Object.entries(process.env).filter(([name]) => !OF_THE_SERVER.test(name));
  const socket = new BoundSocket({ host: '127.0.0.1', port: 0 });
  const env = { ...Object.fromEntries(outer), DATA_DIR: dataDir, LISTEN_FDS: '1' };
  const command = [process.execPath, '--import', './boot/runtime.mjs', 'server.ts'];
  const server = spawn('/bin/sh', ['-c', 'LISTEN_PID=$$ exec "$@"', 'sh', ...command], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', socket.fd()],
  });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
  const ended = once(server, 'close');
  const timer = setTimeout(() => server.kill('SIGKILL'), START_TIMEOUT);
  try {
    const origin = `http://127.0.0.1:${socket.address().port}`;
    while ((await statusOf(`${origin}/healthz`)) === undefined) {
      if (server.exitCode !== null || server.signalCode !== null)
        throw new StartupError(await reasonAfter(ended, said));
      await sleep(POLL_INTERVAL);
    }
    const statuses = await Promise.all(['/readyz', '/'].map((page) => statusOf(origin + page)));
    if (statuses.some((status) => status !== 200))
      throw new StartupError(`её страницы отвечают ${statuses.join(', ')}.`);
  } finally {
    server.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
    socket.close();
  }
}

/** The message of the fatal log line or of an uncaught error, not the end of a stack. */
async function reasonAfter(ended: Promise<unknown>, lines: string[]): Promise<string> {
  await ended;
  const said = lines.join('');
  const [, logged] = /^\{"level":"fatal".*?"message":"((?:[^"\\]|\\.)*)"/m.exec(said) ?? [];
  if (logged !== undefined) return JSON.parse(`"${logged}"`);
  return /^\w*Error: .*$/m.exec(said)?.[0] ?? (said.trim().split('\n').at(-1) || 'нет ответа');
}

/** Undefined while nothing listens. */
async function statusOf(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(address);
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}
