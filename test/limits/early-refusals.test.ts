import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const site = await needSite({ PUBLIC_URL: 'https://festival.example' });
beforeAll(async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
});

const REFUSED: [what: string, request: string, status: number][] = [
  ['an address with a broken percent sign', 'GET /%zz HTTP/1.1\r\nHost: x', 404],
  ['the same in the API', 'GET /api/%zz HTTP/1.1\r\nHost: x', 400],
  ['an address that is too long', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x`, 414],
  ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}`, 431],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more', 417],
  ['a method of RTSP', 'ANNOUNCE /x RTSP/1.0', 400],
  ['another one', 'TEARDOWN * RTSP/1.0', 400],
  ['the same as HTTP', 'SETUP /news HTTP/1.1\r\nHost: x', 400],
  ['what is no HTTP', 'NO\u0000NSENSE', 400],
];

test.each(REFUSED)('%s is refused with every header that a page has', async (_what, request, status) => {
  const socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${request}\r\nConnection: close\r\n\r\n`);
  const answer = (await text(socket)).toLowerCase();
  expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
  for (const name of [
    'strict-transport-security: max-age=63072000\r\n',
    'x-content-type-options',
    'content-security-policy',
  ])
    expect(answer).toContain(name);
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
  const { port } = site.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  return socket;
}
