import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BoundSocket, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureDatabaseOf, environmentOf } from '../rig/database/databases.ts';
import { spawnHeld } from '../rig/held.ts';
import { needFolder } from '../rig/needs.ts';

const running: ChildProcess[] = [];
let dataDir: string;
let socket: BoundSocket;

beforeEach(async () => {
  dataDir = await needFolder();
  await ensureDatabaseOf(dataDir);
  socket = new BoundSocket({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGKILL');
  socket.close();
});

test('who comes between two servers on a held socket waits and gets an answer', async () => {
  const first = await serve();
  const { port } = socket.address();
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(await end(first, 'SIGTERM')).toBe(0);
  const waiting = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/news`));
  await serve();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a socket meant for another process is left alone', async () => {
  expect(await end(await serve({ LISTEN_PID: '1' }), 'SIGTERM')).toBe(0);
  await expect(fetch(`http://127.0.0.1:${socket.address().port}/healthz`)).rejects.toThrow();
});

test('more than one socket is refused in one line', async () =>
  await expect(serve({ LISTEN_FDS: '2' })).rejects.toThrow(/^LISTEN_FDS — 2: .+\n$/));

test.runIf(process.platform === 'linux')('a Unix socket is refused in one line that says what to write', async () => {
  const unix = createServer().listen(path.join(dataDir, 'held.sock'));
  try {
    await once(unix, 'listening');
    const { fd } = (unix as unknown as { _handle: { fd: number } })._handle;
    await expect(serve({}, fd)).rejects.toThrow(/^LISTEN_FDS передаёт сокет Unix, .+ListenStream=.+\n$/);
  } finally {
    unix.close();
  }
});

async function serve(env: Record<string, string> = {}, held = socket.fd()): Promise<ChildProcess> {
  const child = spawnHeld(held, { ...environmentOf(dataDir), PORT: '0', ...env });
  running.push(child);
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  child.stdout?.on('data', (chunk) => String(chunk).includes('listening on') && resolve(child));
  child.once('close', () => reject(new Error(said.join(''))));
  return promise;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}
