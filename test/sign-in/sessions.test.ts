import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN, createTestApp, type TestApp } from '../rig/app.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(() => t.close());

const LOGIN = '/api/auth/login';
const VERIFY = '/api/auth/verify';

async function signIn(): Promise<string> {
  return `Bearer ${(await t.visitor('POST', LOGIN, ADMIN)).json().token}`;
}

test('the right pair gives a token that verifies until logout', async () => {
  const authorization = await signIn();
  expect((await t.visitor('GET', VERIFY, undefined, { authorization })).json()).toEqual({ valid: true });
  const out = await t.visitor('POST', '/api/auth/logout', undefined, {
    authorization,
    'content-type': 'application/json',
  });
  expect(out.statusCode).toBe(204);
  expect((await t.visitor('GET', VERIFY, undefined, { authorization })).statusCode).toBe(401);
});

test('a wrong pair is 401 whether the name exists or not', async () => {
  for (const body of [
    { ...ADMIN, password: 'неверный пароль' },
    { ...ADMIN, username: 'nobody' },
  ]) {
    const refused = await t.visitor('POST', LOGIN, body);
    expect(refused.statusCode).toBe(401);
    expect(refused.json().message).toBe('Неверные учетные данные');
  }
});

test.each([{}, { username: 'admin' }, { username: 'admin', password: '' }, { username: 5, password: 'x' }])(
  '%j is 400',
  async (body) => {
    const refused = await t.visitor('POST', LOGIN, body);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toBe('Введите имя пользователя и пароль');
  },
);

test.each([undefined, 'Bearer ', 'Bearer nonsense', 'Basic YTpi', `Bearer ${'a'.repeat(5000)}`])(
  'verify with %.20s is 401',
  async (authorization) => {
    const answer = await t.visitor('GET', VERIFY, undefined, authorization === undefined ? {} : { authorization });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ valid: false, message: expect.any(String), code: 'unauthorized' });
  },
);

test('a session ends after 12 idle hours and after seven days', async () => {
  for (const [column, age] of [
    ['last_used_at', 12.1 * 3600],
    ['created_at', 7.1 * 86_400],
  ] as const) {
    const authorization = await signIn();
    const past = new Date(Date.now() - age * 1000).toISOString();
    await t.store.db
      .updateTable('sessions')
      .set({ [column]: past })
      .execute();
    expect((await t.visitor('GET', VERIFY, undefined, { authorization })).statusCode).toBe(401);
  }
});

test('the token itself is nowhere in the database', async () => {
  const token = (await signIn()).slice('Bearer '.length);
  const rows = await t.store.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('after five failures an address must wait, even in parallel and with the right password; others need not', async () => {
  const wrong = { ...ADMIN, password: 'неверный пароль' };
  const burst = await Promise.all(Array.from({ length: 12 }, () => t.visitor('POST', LOGIN, wrong)));
  expect(burst.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(12);
  const refused = await t.visitor('POST', LOGIN, ADMIN);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json().code).toBe('too_many_attempts');
  const elsewhere = await t.app.inject({ method: 'POST', url: LOGIN, payload: ADMIN, remoteAddress: '198.51.100.7' });
  expect(elsewhere.statusCode).toBe(200);
});

test.each([
  ['203.0.113.9', '203.0.113.9:5512'],
  ['203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8:1:2::5', '2001:db8:1:2:ffff:1:1:9'],
])('%s and %s wait together', async (first, second) => {
  const wrong = { ...ADMIN, password: 'неверный пароль' };
  const from = (remoteAddress: string, payload: object) =>
    t.app.inject({ method: 'POST', url: LOGIN, payload, remoteAddress });
  for (let n = 0; n < 6; n++) await from(first, wrong);
  expect((await from(second, wrong)).statusCode).toBe(429);
  expect((await from('2001:db8:1:3::5', ADMIN)).statusCode).toBe(200);
});

test('/api/login does not exist', async () => {
  expect((await t.visitor('POST', '/api/login', ADMIN)).statusCode).toBe(404);
});
