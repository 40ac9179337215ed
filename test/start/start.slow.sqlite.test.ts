import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { BoundSocket } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rampa, refusalOf } from '../rig/command.ts';
import { spawnHeld } from '../rig/held.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn, startRefusal } from '../rig/server.ts';
import { digestsIn, oldSite } from '../rig/world/backups.ts';

const NEW = { ADMIN_PASSWORD: '' };
const NOBODY = 65_534;
let dataDir: string;
/** As systemd holds it for the server. */
let socket: BoundSocket;
beforeEach(async () => {
  dataDir = await needFolder();
  socket = new BoundSocket({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => socket.close());
});

const serve = (env: NodeJS.ProcessEnv = {}) => needProcess({ dataDir, env: { ...NEW, ...env } });
const refusal = (env: NodeJS.ProcessEnv = {}) => startRefusal({ DATA_DIR: dataDir, ...env });

const IN_ONE_LINE = 'a server that cannot start says why in one line and exits with 1';

test.each([
  ['an address that is not of this machine', { HOST: '203.0.113.9' }, 'HOST'],
  ['a name that holds a space', { ADMIN_USERNAME: 'Мария Пресс' }, 'ADMIN_USERNAME не должен содержать пробелов'],
])(`${IN_ONE_LINE}: %s`, async (_what, env, said) => expect(await refusal(env)).toContain(said));

const NO_FOLDERS = [import.meta.filename, '/proc/rampa', '/proc/rampa/data', '/dev/null/data', '/sys/rampa'];
test.each(NO_FOLDERS)(`${IN_ONE_LINE}: %s as the folder of data`, async (DATA_DIR) =>
  expect(await refusal({ DATA_DIR })).toContain('DATA_DIR'),
);

test.runIf(process.platform === 'linux')(`${IN_ONE_LINE}: a folder for backups that cannot be made`, async () => {
  const said = await refusal({ BACKUP_DIR: '/proc/rampa/backups' });
  expect(said).toContain('BACKUP_DIR /proc/rampa/backups: в эту папку нельзя писать');
  expect(existsSync(path.join(dataDir, 'rampa.sqlite'))).toBe(false);
});

test(`${IN_ONE_LINE}: a port that is taken, and a directory that another server uses`, async () => {
  const { origin } = await serve();
  const other = await needFolder();
  expect(await refusal({ PORT: new URL(origin).port, DATA_DIR: other })).toContain('PORT');
  expect(existsSync(path.join(other, 'first-password'))).toBe(false);
  expect(await refusal()).toContain('DATA_DIR');
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test('the log names a variable whose name looks misspelt and no other, and, as the doctor does, a usual folder for backups that cannot be written; the site runs', async () => {
  await writeFile(path.join(dataDir, 'backups'), '');
  const { log } = await serve({ BACKUPDIR: '/srv', HOSTNAME: 'box' });
  expect(log().match(/.* is no setting of rampa/g)).toEqual([expect.stringContaining('"BACKUPDIR is no setting')]);
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

async function serveOnSocket(env: Record<string, string> = {}, held = socket.fd()): Promise<ChildProcess> {
  const child = spawnHeld(held, { DATA_DIR: dataDir, PORT: '0', ...env });
  onTestFinished(async () => void (await end(child, 'SIGKILL')));
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  const said = child.stderr ? text(child.stderr) : '';
  child.stdout?.on('data', (chunk) => String(chunk).includes('listening on') && resolve(child));
  child.once('close', async () => reject(new Error(await said)));
  return promise;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** A site with one copy beside it, as each of the following tests finds it. */
const world = await oldSite();
expect((await rampa(['backup'], { DATA_DIR: world })).code).toBe(0);
const [copy = ''] = (await readdir(path.join(world, 'backups'))).filter((name) => name.endsWith('.tar'));
const { articles } = await digestsIn(world);

describe('a site that may be lost', () => {
  let file: string;
  beforeEach(async () => {
    await cp(world, dataDir, { recursive: true });
    file = path.join(dataDir, 'rampa.sqlite');
  });

  const WAYS: [how: string, lose: () => Promise<unknown>, said: string][] = [
    ['is gone', () => rm(file), 'базы данных'],
    ['has no bytes', () => truncate(file), 'пуста'],
    ['has no tables', () => rm(file).then(makeEmpty), 'пуста'],
  ];

  async function makeEmpty(): Promise<void> {
    const raw = new DatabaseSync(file);
    raw.exec('pragma user_version = 1');
    raw.close();
  }

  describe.each(WAYS)('a database that %s', (_how, lose, said) => {
    test('beside copies starts no new site, names the newest of them, and the copy brings the site back', async () => {
      await lose();
      const before = await stat(file).catch(() => undefined);
      const refusal = await startRefusal({ DATA_DIR: dataDir });
      expect(refusal).toMatch(/^DATA_DIR: .*резервные копии .*сайт потерял базу/);
      for (const words of [said, `npm run rampa -- restore ${copy}`]) expect(refusal).toContain(words);
      expect((await stat(file).catch(() => undefined))?.size).toBe(before?.size);
      expect(await readdir(dataDir)).not.toContain('first-password');
      expect((await rampa(['restore', copy, '--yes'], { DATA_DIR: dataDir })).code).toBe(0);
      expect((await digestsIn(dataDir)).articles).toEqual(articles);
    });

    test('beside pictures or a log of it starts nothing either, and no command touches it', async () => {
      await rm(path.join(dataDir, 'backups'), { recursive: true });
      await mkdir(path.join(dataDir, 'uploads'));
      await writeFile(path.join(dataDir, 'uploads', `${'0'.repeat(32)}.jpg`), 'x');
      await lose();
      expect(await startRefusal({ DATA_DIR: dataDir })).toMatch(/картинки или файлы .*сайт потерял базу/);
      for (const args of [['admin', 'list'], ['backup'], ['move', '--to', `${dataDir}-2`]]) {
        const refusal = await refusalOf(args, { DATA_DIR: dataDir });
        expect([args, refusal.trim().split('\n').length]).toEqual([args, 1]);
        expect(refusal).toMatch(said === 'пуста' && args[0] === 'move' ? /пуста/ : /сайт потерял базу/);
      }
      const doctor = await rampa(['doctor'], { DATA_DIR: dataDir, PORT: '1' });
      expect([doctor.code, doctor.out]).toEqual([2, expect.stringMatching(/сайт потерял базу|пуста/)]);
      // Once; the other lines refer to it.
      expect(doctor.out.match(/Узнать не удалось/g)).toBeNull();
    });
  });

  test('a folder that is lost with its copies starts nothing while BACKUP_TO has some, and a new site while it is away', async () => {
    const to = await needFolder();
    const env = { DATA_DIR: dataDir, BACKUP_TO: to };
    await rename(path.join(dataDir, 'backups', copy), path.join(to, copy));
    await rm(dataDir, { recursive: true });
    for (const isThere of [false, true]) {
      if (isThere) await mkdir(dataDir);
      const refusal = await startRefusal(env);
      expect(refusal).toContain(`а рядом есть резервные копии (${to}): похоже, сайт потерял базу`);
      expect(refusal).toMatch(new RegExp(`restore ${copy}\\. .* пустую папку в DATA_DIR и в BACKUP_TO`));
      expect([existsSync(file), existsSync(dataDir)]).toEqual([false, isThere]);
    }
    await rename(to, `${to}-away`);
    const server = await needProcess({ dataDir, env: { BACKUP_TO: to } });
    expect((await fetch(`${server.origin}/news/old`)).status).toBe(404);
  });

  test('a log beside a database that is gone starts nothing, whatever is in it', async () => {
    await rm(path.join(dataDir, 'backups'), { recursive: true });
    for (const log of ['', 'x']) {
      await rm(file, { force: true });
      await writeFile(`${file}-wal`, log);
      expect(await startRefusal({ DATA_DIR: dataDir })).toMatch(/^DATA_DIR: .*её журнал .*restore Файл/);
    }
  });

  test('an empty file with nothing of a site beside it becomes a new one', async () => {
    await truncate(file);
    await writeFile(`${file}-wal`, '');
    await rm(path.join(dataDir, 'backups', copy));
    await mkdir(path.join(dataDir, 'uploads', 'lost+found'), { recursive: true });
    const server = await needProcess({ dataDir, env: { DATA_DIR: path.relative(process.cwd(), dataDir) } });
    expect((await fetch(`${server.origin}/news/old`)).status).toBe(404);
    // A relative setting depends on the folder of the start.
    expect(server.log().split('\n')[0]).toContain(`"msg":"DATA_DIR is ${dataDir}"`);
  });

  test.runIf(process.getuid?.() === 0)(
    'a database or a lock of another user, which would not hold, is refused with the command that gives them away',
    async () => {
      await chown(dataDir, NOBODY, NOBODY);
      const lock = path.join(dataDir, 'server.lock');
      await writeFile(lock, '');
      for (const [closed, mode] of [
        [file, 0o600],
        [file, 0o644],
        [lock, 0o644],
      ] as const) {
        for (const each of [file, lock]) await chown(each, each === closed ? 0 : NOBODY, NOBODY);
        await chmod(closed, mode);
        const { status, stderr } = spawnSync(process.execPath, ['server.ts'], {
          env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
          uid: NOBODY,
          gid: NOBODY,
          encoding: 'utf8',
        });
        expect([status, stderr]).toEqual([1, expect.stringContaining('нельзя писать')]);
        expect(stderr.trim()).toMatch(new RegExp(`sudo chown -R ${NOBODY} ${dataDir}$`));
      }
    },
  );
});
