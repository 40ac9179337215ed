import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN, createTestApp, type TestApp } from '../rig/app.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

let t: TestApp;
let now: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  now = Date.now();
  t = await createTestApp();
});
afterEach(async () => {
  await t.close();
  vi.useRealTimers();
});

/** The clock of the machine is set by hand or by its network. */
function setClock(by: number): void {
  vi.setSystemTime(now + by);
}

function signIn(password: string, device?: string) {
  return t.visitor('POST', '/api/auth/login', { username: ADMIN.username, password }, device ? { cookie: device } : {});
}

test('a clock that jumps a day ahead shows what is due, ends sessions, and lets everybody sign in anew', async () => {
  const publishAt = new Date(now + HOUR).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Завтра', slug: 'due', status: 'scheduled', publishAt });
  expect((await t.visitor('GET', '/news/due')).statusCode).toBe(404);
  setClock(DAY);
  expect((await t.visitor('GET', '/news/due')).statusCode).toBe(200);
  expect((await t.visitor('GET', '/news')).payload).toContain('Завтра');
  expect((await t.editor('GET', '/api/auth/verify')).statusCode).toBe(401);
  expect((await signIn(ADMIN.password)).statusCode).toBe(200);
});

test('a clock that was a day ahead and is set right keeps sessions, writes and locks nobody out', async () => {
  setClock(DAY);
  const { token } = (await signIn(ADMIN.password)).json();
  for (let tries = 0; tries < 6; tries += 1) await signIn('неверный пароль сцены');
  expect((await signIn('неверный пароль сцены')).statusCode).toBe(429);
  setClock(0);
  const headers = { authorization: `Bearer ${token}` };
  expect((await t.visitor('GET', '/api/auth/verify', undefined, headers)).statusCode).toBe(200);
  expect((await t.visitor('POST', '/api/admin/news', { title: 'Снова вовремя' }, headers)).statusCode).toBe(201);
  expect((await t.visitor('GET', '/news')).payload).toContain('Снова вовремя');
  setClock(HOUR);
  expect((await signIn(ADMIN.password)).statusCode).toBe(200);
});

test('what a wrong clock had shown too early is hidden again once it is set right, and comes at its hour', async () => {
  const publishAt = new Date(now + HOUR).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Слишком рано', slug: 'early', status: 'scheduled', publishAt });
  setClock(DAY);
  for (const path of ['/', '/news', '/news/early', '/api/news'])
    expect((await t.visitor('GET', path)).payload).toContain('Слишком рано');
  setClock(0);
  for (const path of ['/', '/news', '/news/early', '/api/news'])
    expect((await t.visitor('GET', path)).payload).not.toContain('Слишком рано');
  setClock(HOUR);
  for (const path of ['/', '/news', '/news/early', '/api/news'])
    expect((await t.visitor('GET', path)).payload).toContain('Слишком рано');
});
