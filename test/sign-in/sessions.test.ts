import { expect, test } from 'vitest';
import { ADMIN } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { ANNA, enter, enterAnna, isAlive, needFreshTeam, passTime, together } from './fresh-team.ts';

const t = await needFreshTeam();

const LOGIN = '/api/auth/login';
const VERIFY = '/api/auth/verify';
const SESSIONS = '/api/admin/sessions';
const HOUR = 3600;
const DAY = 24 * HOUR;
const WRONG = { ...ADMIN, password: 'неверный пароль' };

const DEVICES = rowsIn('sign-in/devices.txt');
const [[CHROME = ''] = []] = DEVICES;

test('a login with the right pair gives a token that verifies until logout and stands nowhere in the database', async () => {
  const { token } = (await t.visitor('POST', LOGIN, ADMIN)).json();
  expect(JSON.stringify(await t.store.db.selectFrom('sessions').selectAll().execute())).not.toContain(token);
  const authorization = `Bearer ${token}`;
  expect((await t.visitor('GET', VERIFY, undefined, { authorization })).json()).toEqual({ valid: true });
  const headers = { authorization, 'content-type': 'application/json' };
  expect((await t.visitor('POST', '/api/auth/logout', undefined, headers)).statusCode).toBe(204);
  expect((await t.visitor('GET', VERIFY, undefined, { authorization })).statusCode).toBe(401);
});

test('a login with a wrong pair is 401 whether the name exists or not, with less than a pair 400', async () => {
  const told = async (body: object) => {
    const refused = await t.visitor('POST', LOGIN, body);
    return [refused.statusCode, refused.json().message];
  };
  for (const body of [WRONG, { ...ADMIN, username: 'nobody' }])
    expect(await told(body)).toEqual([401, 'Неверные учетные данные']);
  for (const part of [{}, { username: 'admin' }, { username: 'admin', password: '' }, { username: 5, password: 'x' }])
    expect([part, ...(await told(part))]).toEqual([part, 400, 'Введите имя пользователя и пароль']);
  expect((await t.visitor('POST', '/api/login', ADMIN)).statusCode).toBe(404);
});

const AUTHORIZATIONS = [undefined, 'Bearer ', 'Bearer nonsense', 'Basic YTpi', `Bearer ${'a'.repeat(5000)}`];
test.each(AUTHORIZATIONS)('a login is not verified by %.20s', async (authorization) => {
  const answer = await t.visitor('GET', VERIFY, undefined, authorization === undefined ? {} : { authorization });
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toEqual({ valid: false, message: expect.any(String), code: 'unauthorized' });
});

const from = (remoteAddress: string, payload: object) =>
  t.app.inject({ method: 'POST', url: LOGIN, payload, remoteAddress });

test.each([
  ['203.0.113.9', '203.0.113.9:5512'],
  ['203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8:1:2::5', '2001:db8:1:2:ffff:1:1:9'],
])('a login from %s waits together with one from %s', async (first, second) => {
  for (let n = 0; n < 6; n++) await from(first, WRONG);
  expect((await from(second, WRONG)).statusCode).toBe(429);
  expect((await from('2001:db8:1:3::5', ADMIN)).statusCode).toBe(200);
});

const isOther = ({ current }: { current: boolean }) => !current;
const list = async (call = t.editor) => (await call('GET', SESSIONS)).json();

test('own sessions end after 12 idle hours and after seven days, and are not listed any more', async () => {
  for (const [column, age] of Object.entries({ last_used_at: 12.1 * HOUR, created_at: 7.1 * DAY })) {
    const call = await enter(t);
    const [{ id }] = (await list()).filter(isOther);
    const past = { [column]: new Date(Date.now() - age * 1000).toISOString() };
    await t.store.db.updateTable('sessions').set(past).where('token_hash', 'like', `${id}%`).execute();
    expect(await list()).toEqual([expect.objectContaining({ current: true })]);
    expect([await isAlive(call), await isAlive(t.editor)]).toEqual([false, true]);
  }
});

test('own sessions are listed with their devices, the present one marked, without anybody else’s', async () => {
  await t.editor('POST', '/api/admin/admins', ANNA);
  const here = await enter(t, ANNA, { 'user-agent': CHROME });
  await enter(t, ANNA);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const both = { id: expect.stringMatching(/^[0-9a-f]{16}$/), createdAt: time, lastUsedAt: time };
  const sessions = await list(here);
  expect(sessions.length).toBe(2);
  expect(sessions).toContainEqual({ ...both, device: 'Chrome, Windows', current: true });
  expect(sessions).toContainEqual({ ...both, device: 'Неизвестное устройство', current: false });
});

test('own sessions tell their browsers and systems in words', async () => {
  for (const [userAgent, device] of DEVICES) {
    const here = await enter(t, ADMIN, { 'user-agent': userAgent });
    expect(await list(here)).toContainEqual(expect.objectContaining({ device, current: true }));
  }
});

test('own sessions are revoked one by one, each once, also at the same time', async () => {
  const [phone, laptop] = [await enter(t), await enter(t)];
  const { id } = (await list(phone)).find(({ current }: { current: boolean }) => current);
  expect(sortedStatuses(await together(4, () => laptop('DELETE', `${SESSIONS}/${id}`)))).toEqual([204, 404, 404, 404]);
  expect([await isAlive(phone), await isAlive(laptop)]).toEqual([false, true]);
});

test('own sessions of others cannot be revoked, nor many by a pattern', async () => {
  const anna = await enterAnna(t);
  const [{ id }] = await list(anna);
  for (const name of [id, '%25', '_'.repeat(16), '', id.slice(0, 8), 'x'.repeat(16), `${id}0`])
    expect((await t.editor('DELETE', `${SESSIONS}/${name}`)).statusCode).toBe(404);
  expect([await isAlive(anna), await isAlive(t.editor)]).toEqual([true, true]);
});

const inAnHour = () => new Date(Date.now() + HOUR * 1000).toISOString();
const read = async (path: string) => (await t.visitor('GET', path)).payload;
const schedule = (title: string, slug: string) =>
  t.editor('POST', '/api/admin/news', { title, slug, status: 'scheduled', publishAt: inAnHour() });

test('a clock of the machine that jumps a day ahead shows what is due, ends sessions, and lets everybody sign in anew', async () => {
  await schedule('Завтра', 'due');
  expect((await t.visitor('GET', '/news/due')).statusCode).toBe(404);
  passTime(DAY);
  expect((await t.visitor('GET', '/news/due')).statusCode).toBe(200);
  expect(await read('/news')).toContain('Завтра');
  expect(await isAlive(t.editor)).toBe(false);
  expect((await t.visitor('POST', LOGIN, ADMIN)).statusCode).toBe(200);
});

test('a clock of the machine that was a day ahead and is set right keeps sessions, writes and locks nobody out', async () => {
  passTime(DAY);
  const call = await enter(t);
  for (let tries = 0; tries < 6; tries += 1) await t.visitor('POST', LOGIN, WRONG);
  expect((await t.visitor('POST', LOGIN, WRONG)).statusCode).toBe(429);
  passTime(-DAY);
  expect(await isAlive(call)).toBe(true);
  expect((await call('POST', '/api/admin/news', { title: 'Снова вовремя' })).statusCode).toBe(201);
  expect(await read('/news')).toContain('Снова вовремя');
  passTime(HOUR);
  expect((await t.visitor('POST', LOGIN, ADMIN)).statusCode).toBe(200);
});

test('a clock of the machine that had shown an article too early hides it again once it is set right, and it comes at its hour', async () => {
  await schedule('Слишком рано', 'early');
  for (const seconds of [DAY, -DAY, HOUR]) {
    passTime(seconds);
    for (const path of ['/', '/news', '/news/early', '/api/news'])
      expect([path, (await read(path)).includes('Слишком рано')]).toEqual([path, seconds > 0]);
  }
});
