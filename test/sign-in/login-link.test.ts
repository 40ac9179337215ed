import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { listAdmins } from '../../model/admins/admins.ts';
import { createPasswordHasher } from '../../model/admins/hasher.ts';
import { makeLoginLink } from '../../model/sessions/login-links.ts';
import { ADMIN, createTestApp } from '../rig/app.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { ANNA, bearer, needFreshTeam, passTime, refusal, stopClock, together } from './fresh-team.ts';

const t = await needFreshTeam();

const LOGIN = '/api/auth/login';
const WRONG = { ...ADMIN, password: 'неверный пароль' };
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';

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
  expect(refusal(again)).toEqual([401, 'link_used']);
  expect(again.json().message).toMatch(/^Эта ссылка уже использована/);
});

test('a link from the host used by several at the same time lets one in', async () => {
  const secret = await makeLink();
  expect(sortedStatuses(await together(6, () => open(secret)))).toEqual([200, 401, 401, 401, 401, 401]);
});

test('a link from the host has run out after ten minutes, and is unknown after a day', async () => {
  const secret = await makeLink();
  passTime(10 * 60);
  const late = await open(secret);
  expect(refusal(late)).toEqual([401, 'link_expired']);
  expect(late.json().message).toMatch(/^Срок этой ссылки истёк/);
  passTime(25 * 3600);
  await makeLink();
  expect(refusal(await open(secret))).toEqual([401, 'link_unknown']);
});

test.each([
  ['short', 'x'],
  ['as long as ours', 'a'.repeat(43)],
  ['far too long', 'a'.repeat(5000)],
  ['empty', ''],
])('a link from the host that nobody made is 401: a secret that is %s', async (_name, secret) => {
  const refused = await open(secret);
  expect(refusal(refused)).toEqual([401, 'link_unknown']);
  expect(refused.json().message).toMatch(/^Такой ссылки для входа нет/);
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

test('a link from the host is stored as a hash and told in the journal, made and used', async () => {
  const secret = await makeLink();
  await open(secret, { 'user-agent': CHROME });
  const rows = await t.store.db.selectFrom('login_links').selectAll().execute();
  const journal = (await t.editor('GET', '/api/admin/journal')).json();
  expect(JSON.stringify([rows, journal])).not.toContain(secret);
  expect(journal).toContainEqual(expect.objectContaining({ who: null, action: 'admin.link', subject: 'admin' }));
  expect(journal).toContainEqual(
    expect.objectContaining({ who: 'admin', action: 'session.link', subject: 'Chrome, Windows' }),
  );
});

const BLOCKED = '203.0.113.250';

/** Of 500 wrong passwords each, 20 s apart; 20 of them pass as well, and take their time. */
const ROUNDS = 6;

const login = (pair: object, address: string, headers: Record<string, string> = {}, site = t) =>
  site.visitor('POST', LOGIN, pair, { 'x-forwarded-for': address, ...headers });

/** The status of an attempt to log in that comes over a socket of `agent`. */
function post(origin: string, agent: Agent, pair: object, address: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${LOGIN}`, { method: 'POST', agent, headers }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.once('error', reject).end(JSON.stringify(pair));
  });
}

test('a known device gets in throughout an attack of 500 addresses on its name, and nobody is locked out afterwards', async () => {
  stopClock();
  const [cookie = ''] = String((await login(ADMIN, '192.0.2.1')).headers['set-cookie']).split(';');
  for (let round = 0; round < ROUNDS; round += 1) {
    const attack = together(500, (at) => login(WRONG, `10.0.${at >> 8}.${at & 255}`));
    // From an address that attacks, too.
    const own = ['192.0.2.1', '10.0.0.1', '192.0.2.2'];
    const answers = await Promise.all(own.map((address) => login(ADMIN, address, { cookie })));
    expect(sortedStatuses(answers)).toEqual([200, 200, 200]);
    const seen = sortedStatuses(await attack);
    expect(seen.filter((code) => code === 401).length).toBeLessThanOrEqual(20);
    expect(new Set(seen).isSubsetOf(new Set([401, 429]))).toBe(true);
    passTime(20);
  }
  expect((await t.store.db.selectFrom('sessions').selectAll().execute()).length).toBeGreaterThanOrEqual(3 * ROUNDS);
  passTime(60);
  expect((await login(ADMIN, '192.0.2.99')).statusCode).toBe(200);
});

test('an unknown device gets in behind 150 attempts of a blocked address that come at the same moment', async () => {
  stopClock();
  for (let tries = 0; tries < 6; tries += 1) await login(WRONG, BLOCKED);
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  for (let round = 0; round < 5; round += 1) {
    const attack = together(150, () => post(origin, agent, WRONG, BLOCKED));
    expect(await post(origin, agent, ADMIN, `192.0.2.${round}`)).toBe(200);
    expect(new Set(await attack)).toEqual(new Set([429]));
  }
  agent.destroy();
});

test('it finds twenty others waiting at most: then it is told at once to come again', async () => {
  const strong = await createTestApp({ TRUST_PROXY: '127.0.0.1/32' }, undefined, createPasswordHasher());
  const guess = (at: number) => login({ ...WRONG, username: `никто ${at}` }, `203.0.113.${at}`, {}, strong);
  const answers = await together(60, guess);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBe(60 - refused.length);
  for (const answer of refused) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json().message).toMatch(/[а-яё]/);
  }
  expect((await login(ADMIN, '192.0.2.77', {}, strong)).statusCode).toBe(200);
  await strong.close();
});
