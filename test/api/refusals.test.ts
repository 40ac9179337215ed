import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { isClosed, liveRoutes } from '../hostile/routes.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const JSON_TYPE = { 'content-type': 'application/json' };

describe('every route that is not opened by name', () => {
  test('refuses a call without a token, before it reads the body', async () => {
    const closed = liveRoutes(t.app).filter(isClosed);
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, pattern } of closed) {
      const answer = await t.app.inject({
        method: method as 'GET',
        url: pattern.replace(/:\w+/g, '1'),
        payload: '{broken',
        headers: JSON_TYPE,
      });
      expect([method, pattern, answer.statusCode]).toEqual([method, pattern, 401]);
    }
  });
});

describe('addresses', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/news/a/b', '/api/NEWS', '/api//news', '/api/admin', '/api/login'])(
    '%s is 404 as JSON',
    async (url) => {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const answer = await t.visitor(method, url);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'not_found', message: expect.stringMatching(/[а-яё]/) });
      }
    },
  );

  test.each([
    ['POST', '/api/news', 'GET, HEAD'],
    ['DELETE', '/api/news/x', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['GET', '/api/upload', 'POST'],
    ['PATCH', '/api/admin/news/x', 'GET, HEAD, PUT, DELETE'],
    ['POST', '/api/watch-settings', 'GET, HEAD, PUT'],
    ['OPTIONS', '/api/news', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/news/x', 'GET, HEAD'],
  ] as const)('%s %s is 405 with Allow', async (method, url, allow) => {
    const answer = await t.visitor(method, url);
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json().code).toBe('method_not_allowed');
  });

  test('a broken percent sign is 400, a malformed Host too', async () => {
    expect((await t.visitor('GET', '/api/news/%zz')).statusCode).toBe(400);
    expect((await t.visitor('GET', '/', undefined, { host: 'evil.example/"><script>' })).statusCode).toBe(400);
  });
});

describe('bodies', () => {
  const put = (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE, url = '/api/vote-settings') =>
    send('PUT', url, payload, headers);

  test.each(['{', '{"a":}', '[1,', 'undefined', "{'a':1}", '\u0000', '{"a":1}}'])(
    '%s is no JSON: 400',
    async (payload) => {
      const answer = await put(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ code: 'bad_json', message: expect.stringMatching(/[а-яё]/) });
    },
  );

  test('nested deeper than 32 is 400', async () => {
    expect((await put(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).statusCode).toBe(400);
    expect((await put(`${'{"a":'.repeat(31)}1${'}'.repeat(31)}`)).statusCode).toBe(200);
  });

  test.each(['[]', '"text"', '5', 'null', ''])('%j in place of an object is 400', async (payload) => {
    expect((await put(payload)).statusCode).toBe(400);
  });

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    '%s is 415',
    async (type) => {
      expect((await put('{}', { 'content-type': type })).statusCode).toBe(415);
    },
  );

  test('larger than its route takes is 413, whatever its type says', async () => {
    const large = JSON.stringify({ title: 'я'.repeat(70_000) });
    expect((await put(large)).statusCode).toBe(413);
    expect((await put(large, { 'content-type': 'text/plain' })).statusCode).toBe(413);
    expect(
      (await send('POST', '/api/auth/login', JSON.stringify({ username: 'a'.repeat(5000), password: 'x' }), JSON_TYPE))
        .statusCode,
    ).toBe(413);
  });

  test('a bad token is refused before size and type', async () => {
    const answer = await t.visitor('PUT', '/api/vote-settings', undefined, {
      'content-type': 'text/plain',
      'content-length': '99999999',
    });
    expect(answer.statusCode).toBe(401);
  });

  async function send(method: 'PUT' | 'POST', url: string, payload: string | Buffer, headers: Record<string, string>) {
    const { token } = (
      await t.visitor('POST', '/api/auth/login', { username: 'admin', password: 'верный пароль редактора' })
    ).json();
    return t.app.inject({ method, url, payload, headers: { ...headers, authorization: `Bearer ${token}` } });
  }
});

test('health and readiness answer without a token', async () => {
  expect((await t.visitor('GET', '/healthz')).statusCode).toBe(200);
  expect((await t.visitor('GET', '/readyz')).statusCode).toBe(200);
});

test('readiness asks the database once for all who want to know within a second', async () => {
  const asked = vi.spyOn(t.store.db, 'executeQuery');
  const answers = await Promise.all(Array.from({ length: 50 }, () => t.visitor('GET', '/readyz')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(
    asked.mock.calls.filter(([query]) => 'sql' in query && query.sql.includes('select 1 from admins')).length,
  ).toBeLessThanOrEqual(2);
});
