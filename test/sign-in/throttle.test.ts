import { beforeEach, expect, test, vi } from 'vitest';
import { createPasswordHasher } from '../../model/admins/secrets.ts';
import { ADMIN, createTestApp } from '../rig/app.ts';
import { sortedStatuses } from '../rig/world/editors.ts';
import { ANNA, needFreshTeam, passTime, refusal, stopClock, together } from './fresh-team.ts';

const t = await needFreshTeam();
beforeEach(() => void stopClock());

const LOGIN = '/api/auth/login';
const WRONG = { ...ADMIN, password: 'неверный пароль' };
const heldAfterFive = (attempts: number) => [...Array(5).fill(401), ...Array(attempts - 5).fill(429)];

type Headers = Record<string, string>;

const login = (pair: object, address?: string, headers: Headers = {}, site = t) =>
  site.visitor('POST', LOGIN, pair, { ...(address && { 'x-forwarded-for': address }), ...headers });

/** Of an answer to a login: what the browser sends along from now on. */
function deviceOf(answer: { headers: Record<string, unknown> }): Headers {
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  expect(cookie).toMatch(/^rampa\.device=[\w-]{43}$/);
  return { cookie };
}

async function fail(times: number, headers?: Headers): Promise<void> {
  for (let tries = 0; tries < times; tries += 1) expect((await login(WRONG, undefined, headers)).statusCode).toBe(401);
}

test('an unknown device waits after five wrong passwords, a second at first and twice as long each time, never over 15 minutes', async () => {
  await fail(5);
  const waits: number[] = [];
  for (let tries = 0; tries < 13; tries += 1) {
    const refused = await login(ADMIN);
    expect(refusal(refused)).toEqual([429, 'too_many_attempts']);
    expect(refused.json().message).toMatch(/^Слишком много попыток\. Подождите \d+ с и попробуйте снова\.$/);
    const wait = Number(refused.headers['retry-after']);
    waits.push(wait);
    passTime(wait);
    expect((await login(WRONG)).statusCode).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  passTime(900);
  expect([(await login(ADMIN)).statusCode, (await login(WRONG)).statusCode]).toEqual([200, 401]);
  expect((await login(ADMIN)).statusCode).toBe(200);
});

test('an unknown device does not outrun its counter with wrong passwords in parallel', async () => {
  expect(sortedStatuses(await together(18, () => login(WRONG)))).toEqual(heldAfterFive(18));
});

test('an unknown device may send right passwords in parallel, as many as it likes: none of them counts', async () => {
  expect(sortedStatuses(await together(15, () => login(ADMIN)))).toEqual(Array(15).fill(200));
  expect(sortedStatuses(await together(15, () => login(ADMIN)))).toEqual(Array(15).fill(200));
  expect(await t.store.db.selectFrom('login_failures').selectAll().execute()).toEqual([]);
  expect(await t.store.db.selectFrom('login_paces').selectAll().execute()).toEqual([]);
});

test('an unknown device does not pay for guesses at another name by signing in under its own', async () => {
  await t.editor('POST', '/api/admin/admins', { ...ANNA, role: 'author' });
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await login({ ...WRONG, username: ANNA.username })).statusCode).toBe(401);
    expect((await login(ANNA)).statusCode).toBe(200);
  }
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await login(WRONG)).statusCode).toBe(401);
    if (tries < 4) expect((await login(ANNA)).statusCode).toBe(200);
  }
  expect([(await login(WRONG)).statusCode, (await login(ANNA)).statusCode]).toEqual([429, 429]);
  passTime(1);
  expect([(await login(ANNA)).statusCode, (await login(WRONG)).statusCode]).toEqual([200, 401]);
  expect((await login(ANNA)).statusCode).toBe(429);
});

test('an unknown device is free of its own slips once it got in, and only of these', async () => {
  await t.editor('POST', '/api/admin/admins', ANNA);
  await fail(2);
  for (let tries = 0; tries < 2; tries += 1) await login({ ...WRONG, username: ANNA.username });
  expect((await login(ANNA)).statusCode).toBe(200);
  const failures = () => t.store.db.selectFrom('login_failures').select('failures').execute();
  expect(await failures()).toEqual([{ failures: 2 }]);
  expect([(await login(ADMIN)).statusCode, await failures()]).toEqual([200, []]);
});

test('an unknown device shares 20 wrong passwords a minute for one name with all others, whether the name exists or not', async () => {
  for (const username of ['admin', 'nobody']) {
    const answers = [];
    for (let at = 0; at < 25; at += 1) answers.push(await login({ ...WRONG, username }, `203.0.113.${at}`));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBe(60);
  }
  expect((await login(ADMIN, '192.0.2.77')).statusCode).toBe(429);
  passTime(60);
  expect((await login(ADMIN, '192.0.2.77')).statusCode).toBe(200);
});

test('an unknown device cannot escape the pace of a name by writing it in another way', async () => {
  const spellings = ['Анна', 'Анна\u0000'.normalize('NFD'), 'А\u0000нна'];
  await t.editor('POST', '/api/admin/admins', ANNA);
  for (let at = 0; at < 20; at += 1) await login({ ...WRONG, username: spellings[at % 3] ?? '' }, `203.0.113.${at}`);
  expect((await login(ANNA, '192.0.2.77')).statusCode).toBe(429);
});

test('an unknown device does not wait for a time that never comes when the clock was set back by a day', async () => {
  const now = Date.now();
  await fail(5);
  vi.setSystemTime(now - 24 * 3600 * 1000);
  expect((await login(ADMIN)).statusCode).toBe(200);
});

test('a known device has a counter of its own, which leaves its address and other devices alone', async () => {
  const [device, other] = [deviceOf(await login(ADMIN)), deviceOf(await login(ADMIN))];
  expect(sortedStatuses(await together(12, () => login(WRONG, undefined, device)))).toEqual(heldAfterFive(12));
  expect((await login(ADMIN, '192.0.2.5', device)).statusCode).toBe(429);
  expect([(await login(ADMIN, undefined, other)).statusCode, (await login(ADMIN)).statusCode]).toEqual([200, 200]);
  passTime(1);
  expect((await login(ADMIN, undefined, device)).statusCode).toBe(200);
});

test('a known device is known for those who signed in with it, and a stranger for everybody else', async () => {
  await t.editor('POST', '/api/admin/admins', ANNA);
  const device = deviceOf(await login(ANNA));
  await fail(5, device);
  expect((await login(ADMIN, undefined, device)).statusCode).toBe(429);
  expect((await login(ANNA, undefined, device)).statusCode).toBe(200);
});

test('a known device shared by two keeps its memory of both, under a new cookie', async () => {
  await t.editor('POST', '/api/admin/admins', ANNA);
  const first = deviceOf(await login(ANNA));
  const both = deviceOf(await login(ADMIN, undefined, first));
  expect(both).not.toEqual(first);
  await fail(5);
  expect((await login(ADMIN)).statusCode).toBe(429);
  for (const pair of [ADMIN, ANNA]) {
    const again = await login(pair, undefined, both);
    expect([again.statusCode, deviceOf(again)]).toEqual([200, both]);
  }
  // Whoever planted the first one in that browser holds nothing.
  expect((await login(ADMIN, undefined, first)).statusCode).toBe(429);
  expect((await login(ANNA, undefined, first)).statusCode).toBe(429);
});

// Short, as long as ours, far too long.
test.each(['nonsense', 'a'.repeat(43), 'a'.repeat(9000)])(
  'a known device is not made by a cookie: %.50s',
  async (value) => {
    await fail(5);
    expect((await login(ADMIN, undefined, { cookie: `rampa.device=${value}` })).statusCode).toBe(429);
    expect(deviceOf(await login(ADMIN, '192.0.2.9', { cookie: `rampa.device=${value}` })).cookie).not.toContain(value);
  },
);

test('a known device is forgotten with its administrator, after 400 days, and when many others came since', async () => {
  const device = deviceOf(await login(ADMIN));
  await login(ADMIN, undefined, device);
  for (let others = 0; others < 25; others += 1) await login(ADMIN);
  const rows = await t.store.db.selectFrom('devices').select(['came_back']).execute();
  expect(rows.filter(({ came_back }) => came_back === 0).length).toBe(20);
  expect(rows.filter(({ came_back }) => came_back === 1).length).toBe(1);

  passTime(401 * 86_400);
  await login(ADMIN, '192.0.2.9');
  expect((await t.store.db.selectFrom('devices').selectAll().execute()).length).toBe(1);
  await fail(5);
  expect((await login(ADMIN, undefined, device)).statusCode).toBe(429);
});

test('the cookie of a device goes to the login alone, is out of reach for scripts and other sites, lasts, and is stored as a hash', async () => {
  expect((await login(WRONG)).headers['set-cookie']).toBeUndefined();
  const answer = await login(ADMIN);
  const stored = JSON.stringify(await t.store.db.selectFrom('devices').selectAll().execute());
  expect(stored).not.toContain(deviceOf(answer).cookie?.slice('rampa.device='.length));
  const [, ...attributes] = String(answer.headers['set-cookie']).split('; ');
  expect(attributes.join('; ')).toBe(`Path=/api/auth; Max-Age=${400 * 86_400}; HttpOnly; SameSite=Strict`);
  const secure = await login(ADMIN, undefined, { 'x-forwarded-proto': 'https' });
  expect(String(secure.headers['set-cookie'])).toMatch(/^__Secure-rampa\.device=.*; Secure$/);
  await fail(5);
  expect((await login(ADMIN)).statusCode).toBe(429);
  const [named = ''] = String(secure.headers['set-cookie']).split(';');
  expect((await login(ADMIN, undefined, { cookie: named })).statusCode).toBe(200);
});

test('counters are forgotten: of a name after its minute, of a source after a day', async () => {
  await login(WRONG);
  passTime(25 * 3600);
  await login({ ...WRONG, username: 'никто' }, '192.0.2.9');
  expect(await t.store.db.selectFrom('login_failures').select('address').execute()).toEqual([{ address: '192.0.2.9' }]);
  expect((await t.store.db.selectFrom('login_paces').selectAll().execute()).length).toBe(1);
});

/** Of 500 wrong passwords each, 20 s apart; 20 of them pass as well, and take their time. */
const ROUNDS = 6;

const BLOCKED = '203.0.113.250';

/** The status of an attempt to log in that comes over a socket. */
async function post(origin: string, pair: object, address: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return (await fetch(`${origin}${LOGIN}`, { method: 'POST', headers, body: JSON.stringify(pair) })).status;
}

test('a known device gets in throughout an attack of 500 addresses on its name, and nobody is locked out afterwards', async () => {
  const device = deviceOf(await login(ADMIN, '192.0.2.1'));
  for (let round = 0; round < ROUNDS; round += 1) {
    const attack = together(500, (at) => login(WRONG, `10.0.${at >> 8}.${at & 255}`));
    // From an address that attacks, too.
    const own = ['192.0.2.1', '10.0.0.1', '192.0.2.2'];
    const answers = await Promise.all(own.map((address) => login(ADMIN, address, device)));
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
  for (let tries = 0; tries < 6; tries += 1) await login(WRONG, BLOCKED);
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  for (let round = 0; round < 5; round += 1) {
    const attack = together(150, () => post(origin, WRONG, BLOCKED));
    expect(await post(origin, ADMIN, `192.0.2.${round}`)).toBe(200);
    expect(new Set(await attack)).toEqual(new Set([429]));
  }
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
