import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { isClosed, liveRoutes } from '../hostile/routes.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';

const t = await needSite();

const JSON_TYPE = { 'content-type': 'application/json' };

test('every route that is not opened by name refuses a call without a token, before it reads the body', async () => {
  const closed = liveRoutes(t.app).filter(isClosed);
  expect(closed.length).toBeGreaterThan(40);
  for (const { method, pattern } of closed) {
    const url = pattern.replace(/:\w+/g, '1');
    const { statusCode } = await t.app.inject({ method: method as 'GET', url, payload: '{broken', headers: JSON_TYPE });
    expect([method, pattern, statusCode]).toEqual([method, pattern, 401]);
  }
});

const URLS = ['/api', '/api/', '/api/nothing', '/api/news/a/b', '/api/NEWS', '/api//news', '/api/admin', '/api/login'];
test.each(URLS)('addresses %s is 404 as JSON', async (url) => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const answer = await t.visitor(method, url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', message: expect.stringMatching(/[а-яё]/) });
  }
});

test('addresses of a route with nothing in the place of a parameter are 404, with a token and without', async () => {
  const named = liveRoutes(t.app).filter(({ pattern }) => pattern.includes(':'));
  expect(named.length).toBeGreaterThan(20);
  for (const { method, pattern } of named)
    for (const name of pattern.match(/:\w+/g) ?? []) {
      const url = pattern.replace(name, '').replace(/:\w+/g, '1');
      for (const ask of [t.visitor, t.editor]) {
        expect([method, url, (await ask(method as 'GET', url)).statusCode]).toEqual([method, url, 404]);
      }
    }
});

test.each(rowsIn<['GET', string, string]>('security/refused-calls.txt', 'methods'))(
  'addresses %s %s is 405 with Allow',
  async (method, url, allow) => {
    const answer = await t.visitor(method, url);
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json().code).toBe('method_not_allowed');
  },
);

test.each(rowsIn<['GET', string, string]>('security/refused-calls.txt', 'before the body'))(
  'addresses %s %s is %i before its body is read, whatever that would be',
  async (method, url, status) => {
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => t.app.listeningOrigin);
    const type = 'text/html; charset=koi8-r';
    const head = `${method} ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 90000000\r\n\r\n`;
    const [answer] = await once(openSocket(origin, head), 'data');
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(String(answer)).toMatch(/content-type: application\/json/i);
    const small = await t.app.inject({ method, url, payload: '{x}', headers: JSON_TYPE });
    expect(small.statusCode).toBe(Number(status));
    expect(small.headers).toHaveProperty('x-content-type-options', 'nosniff');
  },
);

const put = (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE, url = '/api/vote-settings') =>
  send('PUT', url, payload, headers);

const titled = (...letters: number[]) => Buffer.from([...Buffer.from('{"title":"'), ...letters, ...Buffer.from('"}')]);

const PAYLOADS = ['{', '{"a":}', '[1,', 'undefined', "{'a':1}", '\u0000', '{"a":1}}'];
test.each<[string, string | Buffer]>([
  ...PAYLOADS.map((payload) => [payload, payload] as [string, string]),
  ['a cut letter', titled(0xd0)],
  ['КОИ-8', titled(0xcd, 0xc9, 0xd2)],
  ['a surrogate', titled(0xed, 0xa0, 0x80)],
  ['an overlong slash', titled(0xc0, 0xaf)],
  ['UTF-16', Buffer.from('{"title":"Мир"}', 'utf16le')],
])('bodies %s is no JSON in UTF-8: 400, and nothing is stored', async (_what, payload) => {
  const before = (await t.editor('GET', '/api/vote-settings')).json();
  const answer = await put(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ code: 'bad_json', message: expect.stringMatching(/[а-яё]/) });
  expect((await t.editor('GET', '/api/vote-settings')).json()).toEqual(before);
});

test.each<[number, string]>([
  [400, `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  [200, `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`],
  [400, `{"a":[1${',1'.repeat(20_000)}]}`],
  [200, `{"a":[1${',1'.repeat(19_999)}]}`],
  [400, '[]'],
  [400, '"text"'],
  [400, '5'],
  [400, 'null'],
  [400, ''],
])('bodies %i: nested deeper than 32, of more than 20,000 values, or no object: %.20s', async (status, payload) =>
  expect((await put(payload)).statusCode).toBe(status),
);

const TYPES = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'];
test.each(TYPES)('bodies %s is 415', async (type) =>
  expect((await put('{}', { 'content-type': type })).statusCode).toBe(415),
);

const CHARSETS = ['koi8-r', 'windows-1251', '"UTF-16"', 'latin1', 'utf-8x', '', 'utf-8; charset=koi8-r'];
test.each(CHARSETS)('bodies charset=%s is 415', async (charset) => {
  const answer = await put('{}', { 'content-type': `application/json; charset=${charset}` });
  expect([answer.statusCode, answer.json().message]).toEqual([415, expect.stringContaining('UTF-8')]);
  const form = { 'content-type': `multipart/form-data; boundary=x; charset=${charset}` };
  expect((await send('POST', '/api/upload', '--x--', form)).statusCode).toBe(415);
});

test('bodies that are compressed are 415, in JSON and in forms', async () => {
  const encoding = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  expect((await put('{}', encoding)).json().code).toBe('unsupported_encoding');
  const form = { ...encoding, 'content-type': 'multipart/form-data; boundary=x' };
  expect((await send('POST', '/api/upload', '--x--', form)).statusCode).toBe(415);
  expect((await put('{}', { ...encoding, 'content-encoding': 'identity' })).statusCode).toBe(200);
});

const PARAMETERS = ['charset=utf-8', 'charset=UTF-8', 'Charset="Utf-8"', 'charset = utf8', 'profile=x;charset=utf-8'];
test.each(PARAMETERS)('bodies application/json; %s is taken, a byte order mark in front dropped', async (parameter) => {
  const answer = await put('\ufeff{"title":"Голосуем"}', { 'content-type': `application/json; ${parameter}` });
  expect([answer.statusCode, answer.json().title]).toEqual([200, 'Голосуем']);
});

test('bodies larger than its route takes is 413, whatever its type says', async () => {
  const large = JSON.stringify({ title: 'я'.repeat(70_000) });
  expect((await put(large)).statusCode).toBe(413);
  expect((await put(large, { 'content-type': 'text/plain' })).statusCode).toBe(413);
  const login = JSON.stringify({ username: 'a'.repeat(5000), password: 'x' });
  expect((await send('POST', '/api/auth/login', login, JSON_TYPE)).statusCode).toBe(413);
});

function send(method: 'PUT' | 'POST', url: string, payload: string | Buffer, headers: Record<string, string>) {
  return t.editor(method, url, Buffer.from(payload), headers);
}

test('health and readiness answer without a token, asking the database once for all within a second', async () => {
  expect((await t.visitor('GET', '/healthz')).statusCode).toBe(200);
  const asked = vi.spyOn(t.store.db, 'executeQuery');
  const answers = await Promise.all(Array.from({ length: 50 }, () => t.visitor('GET', '/readyz')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const questions = asked.mock.calls.filter(([query]) => 'sql' in query && query.sql.includes('select 1 from admins'));
  expect(questions.length).toBeLessThanOrEqual(2);
});
