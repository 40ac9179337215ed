import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { BoundSocket, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rampa } from '../rig/command.ts';
import { spawnHeld } from '../rig/held.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn, startRefusal } from '../rig/server.ts';

const NEW = { ADMIN_PASSWORD: '' };
let dataDir: string;
/** As systemd holds it for the server. */
let socket: BoundSocket;
const onSocket: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await needFolder();
  socket = new BoundSocket({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const child of onSocket.splice(0)) await end(child, 'SIGKILL');
  socket.close();
});

const serve = (env: NodeJS.ProcessEnv = {}) => needProcess({ dataDir, env: { ...NEW, ...env } });
const refusalOf = (env: NodeJS.ProcessEnv) => startRefusal({ DATA_DIR: dataDir, ...env });

const IN_ONE_LINE = 'a server that cannot start says why in one line and exits with 1';

test.each([
  ['an address that is not of this machine', { HOST: '203.0.113.9' }, 'HOST'],
  ['a directory that is a file', { DATA_DIR: import.meta.filename }, 'DATA_DIR'],
  ['a name that holds a space', { ADMIN_USERNAME: 'Мария Пресс' }, 'ADMIN_USERNAME не должен содержать пробелов'],
])(`${IN_ONE_LINE}: %s`, async (_what, env, said) => expect(await refusalOf(env)).toContain(said));

test.runIf(process.platform === 'linux')(`${IN_ONE_LINE}: a folder for backups that cannot be made`, async () => {
  const said = await refusalOf({ BACKUP_DIR: '/proc/rampa/backups' });
  expect(said).toContain('BACKUP_DIR /proc/rampa/backups: в эту папку нельзя писать');
  expect(existsSync(path.join(dataDir, 'rampa.sqlite'))).toBe(false);
});

test(`${IN_ONE_LINE}: a port that is taken, and a directory that another server uses`, async () => {
  const { origin } = await serve();
  const other = await needFolder();
  expect(await refusalOf({ PORT: new URL(origin).port, DATA_DIR: other })).toContain('PORT');
  expect(existsSync(path.join(other, 'first-password'))).toBe(false);
  expect(await refusalOf({})).toContain('DATA_DIR');
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test('the log names a variable whose name looks misspelt and no other, and, as the doctor does, a usual folder for backups that cannot be written; the site runs', async () => {
  writeFileSync(path.join(dataDir, 'backups'), '');
  const { log } = await serve({ BACKUPDIR: '/srv', LOGLEVEL: 'debug', PUBLIC_ULR: 'x', HOSTNAME: 'box', PROXY: 'x' });
  const warned = log().matchAll(/"(\w+) is no setting of rampa.*: (\w+) was probably meant/g);
  const pairs = Array.from(warned, ([, wrong, right]) => `${wrong} ${right}`);
  expect(pairs).toEqual(['BACKUPDIR BACKUP_DIR', 'LOGLEVEL LOG_LEVEL', 'PUBLIC_ULR PUBLIC_URL']);
  expect(log().match(/no setting of rampa/g)).toHaveLength(3);
  expect(log()).toContain(`BACKUP_DIR ${path.join(dataDir, 'backups')} cannot be written`);
  const { out } = await rampa(['doctor', '--json'], { DATA_DIR: dataDir, PORT: '1' });
  expect(out).toContain(`В папку ${path.join(dataDir, 'backups')} нельзя писать`);
});

test('without a terminal the first password is in a file of 0600 that goes with the first login', async () => {
  const { origin, log } = await serve();
  const file = path.join(dataDir, 'first-password');
  const password = readFileSync(file, 'utf8').trim();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(log()).not.toContain(password);
  await signIn(origin, { username: 'admin', password });
  expect(existsSync(file)).toBe(false);
});

test('the file of the first password goes when the command line replaces that password, and no other one', async () => {
  await serve();
  const file = path.join(dataDir, 'first-password');
  const command = (...args: string[]) => rampa(['admin', ...args], { DATA_DIR: dataDir });
  expect((await command('add', 'Анна', '--generate')).code).toBe(0);
  expect([(await command('password', 'Анна', '--generate')).code, existsSync(file)]).toEqual([0, true]);
  expect([(await command('password', 'admin', '--generate')).code, existsSync(file)]).toEqual([0, false]);
});

test('a configured password makes the first administrator and never changes him', async () => {
  const [first, second] = ['первый пароль сцены', 'второй пароль сцены'];
  await (await serve({ ADMIN_PASSWORD: first })).terminate();
  const { origin } = await serve({ ADMIN_PASSWORD: second });
  const login = (password: string) => send(origin, 'POST', '/auth/login', undefined, { username: 'admin', password });
  expect([(await login(second)).status, (await login(first)).status]).toEqual([401, 200]);
});

test('a database that does not answer yet: one line, 503, and no exit', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
  const { origin, log } = await needProcess({ dataDir, env, isReady: false });
  expect([(await fetch(`${origin}/healthz`)).status, (await fetch(`${origin}/readyz`)).status]).toEqual([200, 503]);
  const news = await fetch(`${origin}/api/news`);
  expect([news.status, (await news.json()).code]).toEqual([503, 'unavailable']);
  const page = await fetch(`${origin}/news`);
  expect([page.status, (await page.text()).includes('Повторить')]).toEqual([503, true]);
  await expect.poll(() => log().match(/^.*DATABASE_URL.*$/gm)).toHaveLength(1);
});

test('who comes between two servers on a held socket waits and gets an answer', async () => {
  const first = await serveOnSocket();
  const { port } = socket.address();
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(await end(first, 'SIGTERM')).toBe(0);
  const waiting = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/news`));
  await serveOnSocket();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a socket meant for another process is left alone', async () => {
  expect(await end(await serveOnSocket({ LISTEN_PID: '1' }), 'SIGTERM')).toBe(0);
  await expect(fetch(`http://127.0.0.1:${socket.address().port}/healthz`)).rejects.toThrow();
});

test('more than one socket is refused in one line', async () =>
  await expect(serveOnSocket({ LISTEN_FDS: '2' })).rejects.toThrow(/^LISTEN_FDS — 2: .+\n$/));

test.runIf(process.platform === 'linux')('a Unix socket is refused in one line that says what to write', async () => {
  const unix = createServer().listen(path.join(dataDir, 'held.sock'));
  try {
    await once(unix, 'listening');
    const { fd } = (unix as unknown as { _handle: { fd: number } })._handle;
    await expect(serveOnSocket({}, fd)).rejects.toThrow(/^LISTEN_FDS передаёт сокет Unix, .+ListenStream=.+\n$/);
  } finally {
    unix.close();
  }
});

async function serveOnSocket(env: Record<string, string> = {}, held = socket.fd()): Promise<ChildProcess> {
  const child = spawnHeld(held, { DATA_DIR: dataDir, PORT: '0', ...env });
  onSocket.push(child);
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  const said = child.stderr ? text(child.stderr) : '';
  child.stdout?.on('data', (chunk) => String(chunk).includes('listening on') && resolve(child));
  child.once('close', async () => reject(new Error(await said)));
  return promise;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}
