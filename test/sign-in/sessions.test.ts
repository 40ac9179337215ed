import { expect, test } from 'vitest';
import { listAdmins } from '../../model/admins/admins.ts';
import { makeLoginLink } from '../../model/sessions/login-links.ts';
import { ADMIN } from '../rig/app.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import {
  ANNA,
  bearer,
  enter,
  enterAnna,
  isAlive,
  needFreshTeam,
  passTime,
  refusal,
  together,
  told,
} from './fresh-team.ts';

const t = await needFreshTeam();

const LOGIN = '/api/auth/login';
const VERIFY = '/api/auth/verify';
const SESSIONS = '/api/admin/sessions';
const HOUR = 3600;
const DAY = 24 * HOUR;
const WRONG = { ...ADMIN, password: 'неверный пароль' };

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

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

test('a login is not called invalid by a refusal for another reason', async () => {
  const answer = await t.visitor('GET', VERIFY, undefined, { host: 'a b' });
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: expect.any(String), code: 'bad_host' }]);
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

async function makeLink(username = 'admin'): Promise<string> {
  const admin = (await listAdmins(t.store.db)).find((each) => each.username === username);
  return makeLoginLink(t.store, { id: admin?.id ?? 0, username });
}

const open = (secret: string, headers: Record<string, string> = {}) =>
  t.visitor('POST', '/api/auth/link', undefined, { ...bearer(secret), ...headers });

test('a link from the host signs its administrator in without a password, once', async () => {
  await t.editor('POST', '/api/admin/admins', ANNA);
  const secret = await makeLink('Анна');
  const entered = await open(secret, { 'content-type': 'application/json', 'user-agent': CHROME });
  expect([entered.statusCode, entered.headers['cache-control']]).toEqual([200, 'no-store']);
  const me = await t.visitor('GET', '/api/admin/me', undefined, bearer(entered.json().token));
  expect(me.json().username).toBe('Анна');
  const again = await open(secret);
  expect(refusal(again)).toEqual([401, 'link_unknown']);
});

test('a link from the host used by several at the same time lets one in', async () => {
  const secret = await makeLink();
  expect(sortedStatuses(await together(6, () => open(secret)))).toEqual([200, 401, 401, 401, 401, 401]);
});

test('a link from the host has run out after ten minutes', async () => {
  const secret = await makeLink();
  passTime(10 * 60);
  expect(refusal(await open(secret))).toEqual([401, 'link_unknown']);
});

const UNMADE = ['', 'x', 'a'.repeat(43), 'a'.repeat(5000)]; // nothing, short, as long as ours, far too long
test.each(UNMADE)('a link from the host that nobody made is 401: %.50s', async (secret) => {
  const refused = await open(secret);
  expect(refusal(refused)).toEqual([401, 'link_unknown']);
  expect(refused.json().message).toMatch(/^Ссылка для входа не действует: /);
});

test('a link from the host is not used up by reading an address, only by the POST', async () => {
  const secret = await makeLink();
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await t.visitor(method, '/admin/login')).statusCode).toBe(200);
    expect((await t.visitor(method, '/api/auth/link', undefined, bearer(secret))).statusCode).toBe(405);
  }
  expect((await open(secret)).statusCode).toBe(200);
});

test('a link from the host is no token, a token is no link, and the description says which takes a bearer', async () => {
  const { paths } = (await t.visitor('GET', '/api/openapi.json')).json();
  const securityOf = (path: string) => paths[path].post.security;
  expect(['/api/auth/link', LOGIN].map(securityOf)).toEqual([[{ bearer: [] }], []]);
  expect((await t.visitor('GET', '/api/admin/me', undefined, bearer(await makeLink()))).statusCode).toBe(401);
  const { token } = (await t.visitor('POST', LOGIN, ADMIN)).json();
  expect(refusal(await open(token))).toEqual([401, 'link_unknown']);
});

test('a link from the host dies with a new password, whoever sets it, and with its administrator', async () => {
  const { id } = (await t.editor('POST', '/api/admin/admins', ANNA)).json();
  const first = await makeLink('Анна');
  await t.editor('PUT', `/api/admin/admins/${id}/password`, { password: 'новый дом с колоннами' });
  expect((await open(first)).statusCode).toBe(401);
  const second = await makeLink('Анна');
  await t.editor('DELETE', `/api/admin/admins/${id}`);
  expect((await open(second)).statusCode).toBe(401);
  const own = await makeLink();
  const change = { current: ADMIN.password, password: 'новый дом с колоннами' };
  expect((await t.editor('PUT', '/api/admin/me/password', change)).statusCode).toBe(204);
  expect((await open(own)).statusCode).toBe(401);
});

test('a link from the host works in the middle of an attack, and makes the browser a known device', async () => {
  for (let tries = 0; tries < 6; tries += 1) await t.visitor('POST', LOGIN, WRONG);
  expect((await t.visitor('POST', LOGIN, ADMIN)).statusCode).toBe(429);
  const [cookie = ''] = String((await open(await makeLink())).headers['set-cookie']).split(';');
  expect((await t.visitor('POST', LOGIN, ADMIN, { cookie })).statusCode).toBe(200);
});

test('a link from the host is stored as a hash and told in the audit log, made and used', async () => {
  const secret = await makeLink();
  await open(secret, { 'user-agent': CHROME });
  const rows = await t.store.db.selectFrom('login_links').selectAll().execute();
  const auditLog = await t.editor('GET', '/api/admin/journal');
  expect(JSON.stringify(rows) + auditLog.body).not.toContain(secret);
  const [used, made] = await told(t);
  expect([used, made]).toEqual(['admin session.link Chrome, Windows', 'server admin.link admin']);
});

test('a clock of the machine that was a day ahead and is set right keeps sessions, writes, locks nobody out and hides what had come too early', async () => {
  const publishAt = new Date(Date.now() + HOUR * 1000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Рано', slug: 'early', status: 'scheduled', publishAt });
  const shown = async (title: string) => {
    const all = ['/', '/news', '/news/early', '/api/news'].map(async (path) => (await t.visitor('GET', path)).payload);
    return (await Promise.all(all)).map((text) => text.includes(title));
  };
  passTime(DAY);
  const [ended, call] = [t.editor, await enter(t)];
  expect([await isAlive(ended), await shown('Рано')]).toEqual([false, Array(4).fill(true)]);
  for (let tries = 0; tries < 6; tries += 1) await t.visitor('POST', LOGIN, WRONG);
  expect((await t.visitor('POST', LOGIN, WRONG)).statusCode).toBe(429);
  passTime(-DAY);
  expect([await isAlive(call), await shown('Рано')]).toEqual([true, Array(4).fill(false)]);
  expect((await call('POST', '/api/admin/news', { title: 'Снова вовремя' })).statusCode).toBe(201);
  expect(await shown('Снова вовремя')).toEqual([true, true, false, true]);
  passTime(HOUR);
  expect((await t.visitor('POST', LOGIN, ADMIN)).statusCode).toBe(200);
  expect(await shown('Рано')).toEqual(Array(4).fill(true));
});
