import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rampa } from '../rig/command.ts';
import { ensureDatabaseOf, environmentOf } from '../rig/database/databases.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const running: ChildProcess[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = await newSite();
});
afterEach(async () => {
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGKILL');
});

describe('a server that cannot start says why in one line and exits with 1', () => {
  test('an address that is not of this machine', async () => {
    const { code, stdout, stderr } = await outcome(serve({ HOST: '203.0.113.9', PORT: '0' }));
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('HOST');
    expect(stdout).not.toContain('listening');
  });

  test.runIf(process.platform === 'linux')('a folder for backups that cannot be made', async () => {
    const { code, stderr } = await outcome(serve({ BACKUP_DIR: '/proc/rampa/backups' }));
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('BACKUP_DIR /proc/rampa/backups: в эту папку нельзя писать');
    expect(existsSync(path.join(dataDir, 'rampa.sqlite'))).toBe(false);
  });

  test('a directory that is a file', async () => {
    const file = path.join(dataDir, 'file');
    writeFileSync(file, '');
    const { code, stderr } = await outcome(serve({ DATA_DIR: file }));
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('DATA_DIR');
  });

  test('a first administrator whose name holds a space', async () => {
    const { code, stderr } = await outcome(serve({ ADMIN_USERNAME: 'Мария Пресс' }));
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('ADMIN_USERNAME не должен содержать пробелов');
  });

  test('a port that is taken, and a directory that another server uses', async () => {
    const { port } = await ready(serve());
    const other = await newSite();
    const samePort = await outcome(serve({ PORT: String(port), DATA_DIR: other }));
    expect([samePort.code, samePort.stderr.includes('PORT')]).toEqual([1, true]);
    const sameDir = await outcome(serve());
    expect([sameDir.code, sameDir.stderr.includes('DATA_DIR')]).toEqual([1, true]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

test('a variable whose name looks misspelt is named in the log, others are not', async () => {
  const { log } = await ready(
    serve({ BACKUPDIR: '/srv', LOGLEVEL: 'debug', PUBLIC_ULR: 'x', HOSTNAME: 'box', PROXY: 'x' }),
  );
  const warned = log()
    .split('\n')
    .filter((line) => line.includes('no setting of rampa'));
  expect(warned.map((line) => /"(\w+) is no setting.*: (\w+) was probably meant/.exec(line)?.slice(1))).toEqual([
    ['BACKUPDIR', 'BACKUP_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
  ]);
});

test('a usual folder for backups that cannot be written is told by the log and the doctor, and the site runs', async () => {
  writeFileSync(path.join(dataDir, 'backups'), '');
  const { log } = await ready(serve());
  expect(log()).toContain(`BACKUP_DIR ${path.join(dataDir, 'backups')} cannot be written`);
  const { out } = await rampa(['doctor', '--json'], { ...environmentOf(dataDir), PORT: '1' });
  expect(out).toContain(`В папку ${path.join(dataDir, 'backups')} нельзя писать`);
});

test('a first password that could not be told is not made', async () => {
  const { port } = await ready(serve());
  const other = await newSite();
  await outcome(serve({ PORT: String(port), DATA_DIR: other }));
  expect(existsSync(path.join(other, 'first-password'))).toBe(false);
  await ready(serve({ DATA_DIR: other }));
  expect(existsSync(path.join(other, 'first-password'))).toBe(true);
});

test('without a terminal the first password is in a file of 0600 that goes with the first login', async () => {
  const { port, log } = await ready(serve());
  const file = path.join(dataDir, 'first-password');
  const password = readFileSync(file, 'utf8').trim();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(log()).not.toContain(password);
  expect((await login(port, password)).status).toBe(200);
  expect(existsSync(file)).toBe(false);
});

test('the file of the first password goes when the command line replaces that password, and no other one', async () => {
  await ready(serve());
  const file = path.join(dataDir, 'first-password');
  const command = (args: string[], input = '') => rampa(['admin', ...args], environmentOf(dataDir), input);
  expect((await command(['add', 'Анна', '--generate'])).code).toBe(0);
  expect((await command(['password', 'Анна', '--generate'])).code).toBe(0);
  expect(existsSync(file)).toBe(true);
  expect((await command(['password', 'admin', '--generate'])).code).toBe(0);
  expect(existsSync(file)).toBe(false);
});

test('a configured password makes the first administrator and never changes him', async () => {
  const first = serve({ ADMIN_PASSWORD: 'первый пароль сцены' });
  await ready(first);
  await stop(first, 'SIGTERM');
  const { port } = await ready(serve({ ADMIN_PASSWORD: 'второй пароль сцены' }));
  expect((await login(port, 'второй пароль сцены')).status).toBe(401);
  expect((await login(port, 'первый пароль сцены')).status).toBe(200);
});

test('what was acknowledged is there after kill -9', async () => {
  const first = serve({ ADMIN_PASSWORD: 'первый пароль сцены' });
  const { port } = await ready(first);
  const { token } = await (await login(port, 'первый пароль сцены')).json();
  const created = await fetch(`http://127.0.0.1:${port}/api/admin/news`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Устояла', slug: 'survivor' }),
  });
  expect(created.status).toBe(201);
  await stop(first, 'SIGKILL');
  const again = await ready(serve());
  expect((await (await fetch(`http://127.0.0.1:${again.port}/api/news/survivor`)).json()).title).toBe('Устояла');
});

test('SIGTERM ends it with 0, and the log is JSON lines', async () => {
  const child = serve();
  const { log } = await ready(child);
  expect(await stop(child, 'SIGTERM')).toBe(0);
  for (const line of log().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
});

test('a database that does not answer yet: one line, 503, and no exit', async () => {
  const { port, log } = await ready(serve({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }));
  const origin = `http://127.0.0.1:${port}`;
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  const news = await fetch(`${origin}/api/news`);
  expect([news.status, (await news.json()).code]).toEqual([503, 'unavailable']);
  const page = await fetch(`${origin}/news`);
  expect([page.status, (await page.text()).includes('Повторить')]).toEqual([503, true]);
  await expect
    .poll(() =>
      log()
        .split('\n')
        .filter((line) => line.includes('DATABASE_URL')),
    )
    .toHaveLength(1);
});

/** An empty directory, and a database that goes with it. */
async function newSite(): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'rampa-start-'));
  await ensureDatabaseOf(directory);
  return directory;
}

function serve(env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environmentOf(env.DATA_DIR ?? dataDir), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

function ready(child: ChildProcess): Promise<{ port: number; log: () => string }> {
  let log = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      log += chunk;
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(log) ?? [];
      if (port) resolve({ port: Number(port), log: () => log });
    });
    child.stderr?.on('data', (chunk) => (log += chunk));
    child.once('exit', () => reject(new Error(log)));
  });
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}

function login(port: number, password: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
}
