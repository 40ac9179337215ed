import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { answerTo, heardOn, openSocket } from '../rig/sockets.ts';
import { keepLarge } from '../rig/world/kept-pictures.ts';

const site = await needSite({ PUBLIC_URL: 'https://festival.example' });
const origin = await site.app.listen({ port: 0, host: '127.0.0.1' });

const get = (path: string, lines = 'Host: x') => `GET ${path} HTTP/1.1\r\n${lines}`;
const HEADERS = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

const ANSWERED = rowsIn<[string, string, string]>('limits/answered.txt');
test.each(ANSWERED)('%s is answered with every header that a page has', async (_what, request, status) => {
  const answer = await answerTo(origin, `${request}\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head = ''] = answer.split('\r\n\r\n');
  const got = Object.fromEntries(head.split('\r\n').map((line) => [line.split(':')[0]?.toLowerCase(), line]));
  for (const [name, value] of Object.entries(HEADERS)) expect(got[name]?.split(': ')[1]).toBe(value);
  expect(got['content-security-policy']).toContain("default-src 'none'");
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(got).not.toHaveProperty(name);
});

test('browsers are told to take subdomains by https too only where a setting says so', async () => {
  const hstsOf = async (app: TestApp, url: string) =>
    (await app.visitor('GET', url)).headers['strict-transport-security'];
  const wide = await createTestApp({ PUBLIC_URL: 'https://festival.example', HSTS_SUBDOMAINS: 'yes' });
  for (const url of ['/', '/api/news', '/api/%zz']) {
    expect([url, await hstsOf(site, url)]).toEqual([url, 'max-age=63072000']);
    expect([url, await hstsOf(wide, url)]).toEqual([url, 'max-age=63072000; includeSubDomains']);
  }
  await wide.close();
});

const asking = (path: string) => `${get(path)}\r\n\r\n`;

function send(requests: string) {
  const client = openSocket(origin, requests);
  return { client, received: heardOn(client), isOver: () => client.closed };
}

test('eight requests may wait behind an answer, and all are answered in their order', async () => {
  const { received } = send(asking('/news').repeat(9));
  await expect.poll(() => received().match(/HTTP\/1\.1 200/g)?.length).toBe(9);
});

test('a request behind an answer that is not read costs nothing until it is', async () => {
  const name = `${'a'.repeat(32)}.png`;
  await keepLarge(site.store.db, uploadsIn(site.config.dataDir), name);
  const opening = vi.spyOn(site.store.uploads, 'open');
  const { client, received } = send(asking(`/uploads/${name}`).repeat(3));
  await once(client, 'data');
  client.pause();
  expect(opening).toHaveBeenCalledTimes(1);
  client.resume();
  await expect.poll(() => client.bytesRead).toBeGreaterThan(3 * 12 * 1024 * 1024);
  expect(received().match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(opening).toHaveBeenCalledTimes(3);
});

test('one with a body behind another is read and answered in its turn', async () => {
  const body = JSON.stringify({ username: 'nobody', password: 'неверный пароль' });
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  const login = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`;
  const { received } = send(asking('/news') + login + asking('/about'));
  const statuses = () => Array.from(received().matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
  await expect.poll(statuses).toEqual(['200', '401', '200']);
});

test('more of them end the connection', async () => {
  const { received, isOver } = send(asking('/news').repeat(300));
  await expect.poll(isOver).toBe(true);
  expect(received().split('HTTP/1.1 ').length).toBeLessThan(20);
});

test.each([
  ['before it', asking('/api/live') + asking('/about')],
  ['behind it', asking('/api/live')],
])('an event stream ends when another request comes on its connection: %s has joined', async (_when, requests) => {
  const { client, received, isOver } = send(requests);
  if (!requests.includes('about')) {
    await expect.poll(received).toContain('text/event-stream');
    client.write(asking('/about'));
  }
  await expect.poll(isOver).toBe(true);
  expect(received()).not.toContain('<html');
});

test('heads that do not come in time are all told so, and who does not hang up then is cut off', async () => {
  site.app.server.headersTimeout = 100;
  const sockets = Array.from({ length: 120 }, () => beginHead());
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  expect(answers.filter((answer) => /^HTTP\/1\.1 408 .*"message":"Запрос передавался/s.test(answer))).toHaveLength(120);
  const { server } = site.app;
  await expect.poll(() => promisify(server.getConnections.bind(server))(), { timeout: 5000 }).toBe(0);
  for (const socket of sockets) socket.destroy();
});

/** A client that keeps its side open whatever the server does, and sends nothing more. */
function beginHead(): Socket {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  return socket;
}
