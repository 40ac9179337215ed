import { once } from 'node:events';
import { expect, test } from 'vitest';
import { needProcess, needSite } from '../rig/needs.ts';
import { openDatabaseOf, send, signIn, startServer, type TestServer } from '../rig/server.ts';
import { answerTo, openSocket } from '../rig/sockets.ts';

const SECRET = 'kanareika';
/** As long as a device's token. */
const COOKIE = `${SECRET}-cookie-`.padEnd(43, 'x');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JSON_TYPE = { 'content-type': 'application/json' };

const server = await needProcess();
const proxied = await needSite({ TRUST_PROXY: '198.51.100.0/24' });

test('what changes something has one line that says who, what and how it ended; what is only read has none', async () => {
  const token = await signIn(server.origin);
  await fetch(`${server.origin}/news`);
  await fetch(`${server.origin}/news`);
  await fetch(`${server.origin}/nowhere`);
  const saved = await send(server.origin, 'PUT', '/vote-settings', token, { title: 'Голосование' });
  // A read that takes longer than a second has a line, too: on a busy machine.
  const told = () => requestLines(server).filter(({ level, ms }) => level !== 'warn' || Number(ms) < 1000);
  await expect.poll(told).toHaveLength(2);
  const [login, change] = told();
  expect(login).toMatchObject({ method: 'POST', route: '/api/auth/login' });
  expect(change).toMatchObject({
    ...{ method: 'PUT', route: '/api/vote-settings', level: 'info', status: 200, ms: expect.any(Number) },
    ...{ ip: '127.0.0.1', who: 'admin', reqId: saved.headers.get('x-request-id') },
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('no secret reaches the log, wherever it stands and however much is logged', async () => {
  const secrets = { ADMIN_PASSWORD: `${SECRET}-password-1`, METRICS_TOKEN: `${SECRET}-metrics` };
  const server = await startServer({ env: { ...secrets, LOG_LEVEL: 'debug', TRUST_PROXY: '127.0.0.1/32' } });
  const token = await signIn(server.origin, { username: 'admin', password: `${SECRET}-password-1` });
  const bearer = { authorization: `Bearer ${token}` };
  const call = (path: string, init: RequestInit = {}) => fetch(server.origin + path, { redirect: 'manual', ...init });
  const wrong = { username: 'admin', password: `${SECRET}-wrong-password`, otp: `${SECRET}-code` };
  await send(server.origin, 'POST', '/auth/login', undefined, wrong);
  await call('/api/auth/login', { method: 'POST', body: `{"password":"${SECRET}`, headers: JSON_TYPE });
  await call('/api/auth/link', { method: 'POST', headers: { authorization: `Bearer ${SECRET}-link` } });
  await call('/api/admin/me', { headers: { authorization: `Bearer ${SECRET}-token` } });
  await call('/api/admin/me', { headers: { ...bearer, 'x-canary': SECRET, 'user-agent': SECRET, referer: SECRET } });
  await call(`/api/admin/news?q=${SECRET}-query`, { headers: bearer });
  await call(`/api/auth/verify?token=${SECRET}-query`, { headers: { cookie: `rampa.device=${COOKIE}; x=${SECRET}` } });
  await call(`/metrics?token=${SECRET}`, { headers: { authorization: `Bearer ${SECRET}-metrics`, via: SECRET } });
  for (const folder of ['/preview/', '/', '/admin/', '/api/', '/uploads/'])
    await call(folder + SECRET, { headers: { 'x-forwarded-for': SECRET, 'x-request-id': `${SECRET} 1` } });
  await call(`/%${SECRET}`);
  const created = await call('/api/admin/news', { method: 'POST', headers: bearer, body: `{"title":"${SECRET}"` });
  const news = { title: 'Новость', slug: 'novost', content: SECRET };
  const article = await send(server.origin, 'POST', '/admin/news', token, news);
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

test('an answer carries the name of its request: a trusted proxy gives it, and nobody else', async () => {
  const nameOf = async (remoteAddress: string, given: string, url = '/api/auth/verify') =>
    (await proxied.app.inject({ url, remoteAddress, headers: { 'x-request-id': given } })).headers['x-request-id'];
  expect(await nameOf('198.51.100.1', '0af7651916cd43dd8448eb211c80319c')).toBe('0af7651916cd43dd8448eb211c80319c');
  for (const bad of ['short', 'with space', 'a"b\\c-quoted', 'x'.repeat(65), 'кириллица-id'])
    expect(await nameOf('198.51.100.1', encodeURI(bad)), bad).toMatch(UUID);
  expect(await nameOf('203.0.113.7', '0af7651916cd43dd8448eb211c80319c')).toMatch(UUID);
  // What is the same for everybody may be kept by others, too.
  expect(await nameOf('203.0.113.7', 'x', '/news')).toBeUndefined();
});

async function sendAndLeave(request: string): Promise<void> {
  const socket = openSocket(server.origin, request);
  await once(socket, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
}

const many = (times: number, act: () => Promise<unknown>) => Promise.all(Array.from({ length: times }, act));

test('nothing that comes without a token writes a line of error, or a line for each request', async () => {
  await many(20, () => answerTo(server.origin, 'ANNOUNCE /x RTSP/1.0\r\nCSeq: 1\r\n\r\n'));
  await many(20, () => answerTo(server.origin, 'GET /a%0Ab HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900';
  await many(20, () => sendAndLeave(`${head}\r\n\r\n{"user`));
  for (const url of ['/api/auth/login', '/api/admin/news', '/api/nope'])
    await many(300, () => fetch(server.origin + url, { method: 'POST', body: '{x', headers: JSON_TYPE }));
  // A line that follows all of them.
  await expect.poll(() => linesOf(server)).toContainEqual(expect.objectContaining({ code: 'bad_json' }));
  expect(linesOf(server).filter(({ level, msg }) => level === 'error' || /fastify bug/.test(String(msg)))).toEqual([]);
  // A busy machine may log slow answers.
  expect(linesOf(server).filter(({ level }) => level === 'warn').length).toBeLessThan(10);
  for (const code of ['aborted', 'bad_json', 'unauthorized']) {
    const alike = linesOf(server).filter((line) => line.code === code);
    expect([code, alike.length > 0, alike.length < 60]).toEqual([code, true, true]);
  }
});

test('a request that breaks is told of with the stack of its error', async () => {
  const token = await signIn(server.origin);
  const db = await openDatabaseOf(server);
  await db.schema.dropTable('journal').execute();
  await db.destroy();
  const broken = await send(server.origin, 'GET', '/admin/journal', token);
  expect([broken.status, (await send(server.origin, 'GET', '/admin/news', token)).status]).toEqual([500, 200]);
  const err = { message: expect.stringContaining('journal'), stack: expect.stringContaining(' at ') };
  const reqId = broken.headers.get('x-request-id');
  const line = { level: 'error', status: 500, route: '/api/admin/journal', reqId, err: expect.objectContaining(err) };
  await expect.poll(() => requestLines(server)).toContainEqual(expect.objectContaining(line));
});

function linesOf(server: TestServer): Record<string, unknown>[] {
  const lines = server.log().trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Every line is JSON; those of requests have a route. */
const requestLines = (server: TestServer) => linesOf(server).filter(({ route }) => route !== undefined);
