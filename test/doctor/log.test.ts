import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp } from '../rig/app.ts';
import { ADMIN, openDatabaseOf, startServer, type TestServer } from '../rig/server.ts';

const SECRET = 'kanareika';
/** As long as a device's token. */
const COOKIE = `${SECRET}-cookie-`.padEnd(43, 'x');

test('no secret reaches the log, wherever it stands and however much is logged', async () => {
  const server = await startServer({
    env: {
      LOG_LEVEL: 'debug',
      ADMIN_PASSWORD: `${SECRET}-password-1`,
      METRICS_TOKEN: `${SECRET}-metrics`,
      TRUST_PROXY: '127.0.0.1/32',
    },
  });
  const token = await signIn(server, `${SECRET}-password-1`);
  const bearer = { authorization: `Bearer ${token}` };
  const call = (path: string, init: RequestInit = {}) => fetch(server.origin + path, { redirect: 'manual', ...init });
  await signIn(server, `${SECRET}-wrong-password`, { otp: `${SECRET}-code` });
  await call('/api/auth/login', { method: 'POST', body: `{"password":"${SECRET}`, headers: JSON_TYPE });
  await call('/api/auth/link', { method: 'POST', headers: { authorization: `Bearer ${SECRET}-link` } });
  await call('/api/admin/me', { headers: { authorization: `Bearer ${SECRET}-token` } });
  await call('/api/admin/me', { headers: { ...bearer, 'x-canary': SECRET, 'user-agent': SECRET, referer: SECRET } });
  await call(`/api/admin/news?q=${SECRET}-query`, { headers: bearer });
  await call(`/api/auth/verify?token=${SECRET}-query`, { headers: { cookie: `rampa.device=${COOKIE}; x=${SECRET}` } });
  await call(`/metrics?token=${SECRET}`, { headers: { authorization: `Bearer ${SECRET}-metrics`, via: SECRET } });
  for (const address of [
    `/preview/${SECRET}`,
    `/${SECRET}`,
    `/admin/${SECRET}`,
    `/api/${SECRET}`,
    `/uploads/${SECRET}`,
  ])
    await call(address, { headers: { 'x-forwarded-for': SECRET, 'x-request-id': `${SECRET} 1` } });
  await call(`/%${SECRET}`);
  const created = await call('/api/admin/news', { method: 'POST', headers: bearer, body: `{"title":"${SECRET}"` });
  const article = await call('/api/admin/news', {
    method: 'POST',
    headers: { ...bearer, ...JSON_TYPE },
    body: JSON.stringify({ title: 'Новость', slug: 'novost', content: SECRET }),
  });
  const preview = await call('/api/admin/news/novost/preview', { method: 'POST', headers: bearer });
  const { url } = (await preview.json()) as { url: string };
  await call(url);
  await server.stop();

  expect([created.status, article.status, preview.status]).toEqual([415, 201, 201]);
  const log = server.log();
  // What happened is all the same to be read.
  for (const told of ['/api/auth/login', '/api/auth/link', '"route":"/*"', '"code":"wrong_credentials"'])
    expect(log, told).toContain(told);
  for (const secret of [SECRET, token, url.replace('/preview/', '')]) expect(log).not.toContain(secret);
});

test('a database that refuses to answer is told of with its reason and without its password, once in a while', async () => {
  const deaf = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as { port: number };
  const server = await startServer({
    isReady: false,
    env: { DATABASE_URL: `postgres://rampa:${SECRET}%2Fpassword@127.0.0.1:${port}/rampa` },
  });
  const statuses = [];
  for (let tries = 0; tries < 20; tries += 1) statuses.push((await fetch(`${server.origin}/api/news`)).status);
  statuses.push((await fetch(`${server.origin}/news`)).status);
  await server.stop();
  deaf.close();

  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(server.log()).not.toContain(SECRET);
  const told = requestLines(server).filter(({ status }) => status === 503);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(20);
  const reason = { level: 'warn', code: 'unavailable', err: { message: expect.any(String) } };
  expect(told[0]).toMatchObject({ route: '/api/news', ...reason });
  for (const line of told) expect(line).toMatchObject(reason);
});

test('a secret that stands in the message of an error is taken out of it', async () => {
  const host = `${SECRET}-metrics.invalid`;
  const server = await startServer({
    isReady: false,
    env: { METRICS_TOKEN: `${SECRET}-metrics`, DATABASE_URL: `postgres://rampa@${host}/rampa` },
  });
  await fetch(`${server.origin}/api/news`);
  await server.stop();
  expect(server.log()).toContain('[hidden].invalid');
  expect(server.log()).not.toContain(SECRET);
});

test('what changes something has one line that says who, what and how it ended; what is only read has none', async () => {
  const server = await startServer();
  const token = await signIn(server, ADMIN.password);
  await fetch(`${server.origin}/news`);
  await fetch(`${server.origin}/news`);
  await fetch(`${server.origin}/nowhere`);
  const saved = await fetch(`${server.origin}/api/vote-settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, ...JSON_TYPE },
    body: JSON.stringify({ title: 'Голосование' }),
  });
  await server.stop();

  const lines = requestLines(server);
  expect(lines.map(({ method, route }) => `${method} ${route}`)).toEqual([
    'POST /api/auth/login',
    'PUT /api/vote-settings',
  ]);
  expect(lines[1]).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    reqId: saved.headers.get('x-request-id'),
    status: 200,
    ms: expect.any(Number),
    ip: '127.0.0.1',
    who: 'admin',
  });
});

test('a request that breaks is told of with the stack of its error', async () => {
  const server = await startServer();
  const token = await signIn(server, ADMIN.password);
  const db = await openDatabaseOf(server);
  await db.schema.dropTable('journal').execute();
  await db.destroy();
  const broken = await fetch(`${server.origin}/api/admin/journal`, { headers: { authorization: `Bearer ${token}` } });
  const next = await fetch(`${server.origin}/api/admin/news`, { headers: { authorization: `Bearer ${token}` } });
  await server.stop();

  expect([broken.status, next.status]).toEqual([500, 200]);
  const [line] = requestLines(server).filter(({ status }) => status === 500);
  expect(line).toMatchObject({
    level: 'error',
    route: '/api/admin/journal',
    reqId: broken.headers.get('x-request-id'),
    err: { message: expect.stringContaining('journal'), stack: expect.stringContaining(' at ') },
  });
});

test('an answer carries the name of its request: a trusted proxy gives it, and nobody else', async () => {
  const site = await createTestApp({ TRUST_PROXY: '198.51.100.0/24' });
  const nameOf = async (remoteAddress: string, given: string, url = '/api/auth/verify') =>
    (await site.app.inject({ url, remoteAddress, headers: { 'x-request-id': given } })).headers['x-request-id'];
  expect(await nameOf('198.51.100.1', '0af7651916cd43dd8448eb211c80319c')).toBe('0af7651916cd43dd8448eb211c80319c');
  for (const bad of ['short', 'with space', 'a"b\\c-quoted', 'x'.repeat(65), 'кириллица-id'])
    expect(await nameOf('198.51.100.1', encodeURI(bad)), bad).toMatch(UUID);
  expect(await nameOf('203.0.113.7', '0af7651916cd43dd8448eb211c80319c')).toMatch(UUID);
  // What is the same for everybody may be kept by others, too.
  expect(await nameOf('203.0.113.7', 'x', '/news')).toBeUndefined();
  await site.close();
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JSON_TYPE = { 'content-type': 'application/json' };

async function signIn({ origin }: TestServer, password: string, more: object = {}): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ username: 'admin', password, ...more }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Every line is JSON; those of requests have a route. */
function requestLines(server: TestServer): Record<string, unknown>[] {
  const lines = server.log().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ route }) => route !== undefined);
}
