import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import { createPasswordHasher } from '../../model/admins/secrets.ts';
import { ADMIN, confirmSessions, createTestApp, type TestApp } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { rampa } from '../rig/command.ts';
import { environmentOf } from '../rig/database/databases.ts';
import { needFolder } from '../rig/needs.ts';
import { appCode } from '../rig/world/otp.ts';
import { ANNA, bearer, told } from './fresh-team.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp({}, undefined, createPasswordHasher());
});
afterEach(() => t.close());

const command = (args: string[], input = '', env: NodeJS.ProcessEnv = {}) =>
  rampa(['admin', ...args], { ...environmentOf(t.config.dataDir), ...env }, input);

async function signIn(person: typeof ADMIN) {
  const login = await t.visitor('POST', '/api/auth/login', person);
  const headers = bearer(login.json().token);
  const isAlive = async () => (await t.visitor('GET', '/api/auth/verify', undefined, headers)).statusCode === 200;
  return { status: login.statusCode, headers, isAlive };
}

test('beside a running server an administrator is added, with the password from the first line of input', async () => {
  const { code, out, err } = await command(['add', 'Анна'], `${ANNA.password}\nещё строка\n`);
  expect({ code, out, err }).toEqual({ code: 0, out: 'Администратор «Анна» добавлен.\n', err: '' });
  expect((await signIn(ANNA)).status).toBe(200);
  expect(await told(t)).toContain('server admin.create Анна');
});

test('beside a running server a forgotten password is replaced by a made one, and the old sessions end', async () => {
  const { isAlive } = await signIn(ADMIN);
  const { code, out } = await command(['password', 'admin', '--generate']);
  const made = /^Пароль: (\S+)$/m.exec(out)?.[1] ?? '';
  expect([code, made.length]).toEqual([0, 35]);
  expect(await isAlive()).toBe(false);
  expect([(await signIn(ADMIN)).status, (await signIn({ ...ADMIN, password: made })).status]).toEqual([401, 200]);
});

test('beside a running server a new password turns the code of an app off, and says so', async () => {
  const { key } = (await t.editor('POST', '/api/admin/me/totp', { current: ADMIN.password })).json();
  await t.editor('PUT', '/api/admin/me/totp', { otp: appCode(key) });
  expect((await signIn(ADMIN)).status).toBe(401);
  const { code, out } = await command(['password', 'admin'], ANNA.password);
  expect([code, out]).toEqual([0, expect.stringContaining('Вход с кодом у него выключен')]);
  expect((await signIn({ ...ADMIN, password: ANNA.password })).status).toBe(200);
});

test('beside a running server a link signs in: of the one named, else of the only one, else of the first one’s name', async () => {
  for (const named of ['', 'Анна', '']) {
    const username = named || 'admin';
    const args = named ? ['link', named] : ['link'];
    const { code, out, err } = await command(args, '', { PUBLIC_URL: 'https://festival.example' });
    const secret = /^https:\/\/festival\.example\/admin\/login#link=([\w-]{43})$/m.exec(out)?.[1] ?? '';
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: expect.stringContaining(`«${username}»`) });
    const headers = bearer((await t.visitor('POST', '/api/auth/link', undefined, bearer(secret))).json().token);
    expect((await t.visitor('GET', '/api/admin/me', undefined, headers)).json().username).toBe(username);
    await confirmSessions(t.store);
    if (named === '') await t.visitor('POST', '/api/admin/admins', ANNA, headers);
  }
  const { out } = await command(['link', 'admin'], '', { HOST: '0.0.0.0', PORT: '4711' });
  expect(out).toContain('http://localhost:4711/admin/login#link=');
});

test('beside a running server one is added, and all are listed', async () => {
  const added = await command(['add', 'Анна'], ANNA.password);
  expect([added.code, added.out]).toEqual([0, 'Администратор «Анна» добавлен.\n']);
  const { code, out } = await command(['list']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^admin {2}администратор {2}добавлен \d\d\.\d\d\.\d{4}, \d\d:\d\d {2}последний вход: \d\d\.\d\d\.\d{4}, \d\d:\d\d$/m,
  );
  expect(out).toMatch(/^Анна {3}администратор {2}добавлен .* ещё не входил$/m);
});

test('beside a running server one is deleted, and their sessions end; without a terminal that takes --yes', async () => {
  await t.editor('POST', '/api/admin/admins', ANNA);
  const { isAlive } = await signIn(ANNA);
  const refused = await command(['delete', 'Анна']);
  const unconfirmed = 'Без терминала подтвердите удаление ключом --yes.\nНичего не изменено.\n';
  expect([refused.code, refused.err, await isAlive()]).toEqual([1, unconfirmed, true]);
  expect((await command(['list', '--yes'])).code).toBe(2);
  const { code, out } = await command(['delete', 'Анна', '--yes']);
  const deleted = 'Администратор «Анна» удалён, все его сеансы завершены.\n';
  expect([code, out, await isAlive()]).toEqual([0, deleted, false]);
});

test('beside a running server it waits for a change that the server is making', async () => {
  let isDone = false;
  const change = t.store.db.transaction().execute(async (tx) => {
    await tx.updateTable('admins').set({ created_at: new Date().toISOString() }).execute();
    await sleep(2000);
    isDone = true;
  });
  expect([(await command(['add', 'Анна'], ANNA.password)).code, isDone]).toEqual([0, true]);
  await change;
});

const REFUSED = rowsIn<[words: string, input: string, sentence: string]>('sign-in/refused-commands.txt', '', {
  PASSWORD: ANNA.password,
});
test('in one sentence, with exit code 1 and nothing changed, it refuses names and passwords that are none, and to leave nobody', async () => {
  for (const [words, input, sentence] of REFUSED) {
    const { code, out, err } = await command(words.split(' '), input);
    expect([words, code, out, err.trim().split('\n').length]).toEqual([words, 1, '', 1]);
    expect(err).toContain(sentence);
    expect((await t.editor('GET', '/api/admin/admins')).json().length).toBe(1);
    expect((await signIn(ADMIN)).status).toBe(200);
  }
});

test('in one sentence, with exit code 1 and nothing changed, it refuses a directory without a database, an empty or an earlier one, one that does not answer', async () => {
  const other = await needFolder();
  const add = () => command(['add', 'Анна'], ANNA.password, { DATA_DIR: other, DATABASE_URL: '' });
  expect(await add()).toMatchObject({ code: 1, err: expect.stringContaining('DATA_DIR') });
  expect(existsSync(path.join(other, 'rampa.sqlite'))).toBe(false);
  const db = openSqlite(path.join(other, 'rampa.sqlite'));
  expect(await add()).toMatchObject({ code: 1, err: expect.stringContaining('пуста') });
  expect(await db.introspection.getTables()).toEqual([]);
  await migrate(db, '0001-first');
  expect(await add()).toMatchObject({ code: 1, err: expect.stringContaining('не приведена') });
  await db.destroy();
  const away = await command(['list'], '', { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('не отвечает') });
});
