import { createServer, type ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { ADMIN } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { listen } from '../rig/sockets.ts';

// Classes of holes that others had, see docs/advisories.md; those that other tests make happen are named there.

const t = await needSite({ TRUST_PROXY: '10.0.0.0/8' });
const { token } = (await t.visitor('POST', '/api/auth/login', ADMIN)).json();
await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first', content: '<p>Текст</p>' });

test('the server fetches nothing that texts and settings name', async () => {
  const visit = vi.fn((_request: unknown, response: ServerResponse) => void response.end());
  const listener = createServer(visit);
  const address = `http://127.0.0.1:${await listen(listener)}`;
  const pictures = `<p><img src="${address}/a.png"><a href="${address}/b">x</a></p><iframe src="${address}/c"></iframe>`;
  const article = { title: 'Адреса', slug: 'addresses', content: pictures, coverImageUrl: `${address}/cover.png` };
  const stream = { title: 'Эфир', description: 'О нём', is_stream_enabled: true, stream_url: `${address}/live.m3u8` };
  for (const [method, path, body] of [
    ['POST', '/api/admin/news', article],
    ['PUT', '/api/watch-settings', stream],
    ['PUT', '/api/vote-settings', { voting_url: `${address}/vote`, is_voting_enabled: true }],
    ['PUT', '/api/site-content', { 'footer.telegram': `${address}/t` }],
  ] as const)
    expect((await t.editor(method, path, body)).statusCode).toBeLessThan(300);
  const page = (await t.visitor('GET', '/news/addresses')).body;
  const drawn = [...page.matchAll(/content="http:\/\/localhost(?::80)?(\/[^"]+)"/g)].map(([, path = '']) => path);
  for (const path of ['/', '/news', '/watch', '/vote', '/player', '/feed.xml', '/sitemap.xml', '/api/news', ...drawn])
    expect([path, (await t.visitor('GET', path)).statusCode]).toEqual([path, 200]);
  listener.close();
  expect(page).toContain(address);
  expect(drawn.length).toBeGreaterThan(0);
  expect(visit).not.toHaveBeenCalled();
});

const TYPES = rowsIn<[string]>('security/types-of-bodies.txt');
test.each(TYPES)('%j in place of the type of a body opens no way around its schema', async (type) => {
  const before = (await t.editor('GET', '/api/vote-settings')).body;
  const payload = Buffer.from('{"title":{"a":1},"is_voting_enabled":"yes","voting_url":"javascript:alert(1)"}');
  const answer = await t.editor('PUT', '/api/vote-settings', payload, { 'content-type': type });
  expect([400, 415]).toContain(answer.statusCode);
  expect(answer.json().message).toMatch(/[а-яё]/);
  expect((await t.editor('GET', '/api/vote-settings')).body).toBe(before);
});

const ELSEWHERE = [
  ...['/\\evil.example/', '/\\/evil.example/', '/%5cevil.example/', '/%2f%2fevil.example/', '/%2f/evil.example/'],
  ...['/.//evil.example/', '/x/..//evil.example/', '/news/%2f%2fevil.example/', '/news/..%2f..%2f/evil.example/'],
  ...['///evil.example/%2e%2e/', '/news/;@evil.example/', '/first/%0d%0alocation:%20https://evil.example/'],
];
test.each(ELSEWHERE)('%s leads nowhere else', async (path) => {
  const { statusCode, headers } = await t.visitor('GET', path);
  if (headers.location !== undefined) expect(new URL(headers.location, 'http://localhost/').host).toBe('localhost');
  expect([200, 308, 404]).toContain(statusCode);
});

const INSIDE = [
  '/__manifest?p=/admin',
  `/__manifest?${'p=/a/b&'.repeat(300)}`,
  '/admin.data',
  '/_root.data?_routes=root',
];
test.each(INSIDE)('%s tells nothing of the routes', async (path) => {
  const { body, headers } = await t.visitor('GET', path);
  expect(body).not.toContain('routes/admin/editor/opening');
  expect(headers['content-type']).not.toContain('application/json');
});

test.each(['/', '/news/first', '/vote.data', '/admin/news', '/admin/news.data'])('%s takes no action', async (path) => {
  for (const headers of [{}, { 'rsc-action-id': 'x' }, { 'next-action': 'x' }, { origin: 'https://evil.example' }]) {
    expect((await t.app.inject({ method: 'POST', url: path, payload: 'a=b', headers })).statusCode).toBe(405);
  }
});

const QUESTIONS = [
  ...['where[updatedBy][username][$startsWith]=a', 'filters[updatedBy][password_hash][$contains]=a', 'depth=10'],
  ...['filter=updated_by:admin', 'sort=password_hash', 'order=updated_by', 'populate=*', 'include=updatedBy'],
  ...['fields=updatedBy', 'select[updatedBy]=true', 'status=draft', 'draft=true', 'q=x'],
];
test.each(QUESTIONS)('readers cannot ask further with %s', async (query) => {
  const plain = (await t.visitor('GET', '/api/news')).body;
  expect((await t.visitor('GET', `/api/news?${query}`)).body).toBe(plain);
});

const NAMES = ['token', 'access_token', 'api_key', 'auth', 'authorization'];
test.each(NAMES)('a token is none in an address or a cookie: %s', async (name) => {
  const read = async (query = '', cookie = '') =>
    (await t.visitor('GET', `/api/admin/news${query}`, undefined, { cookie })).statusCode;
  for (const value of [token, `Bearer ${token}`]) expect(await read(`?${name}=${encodeURIComponent(value)}`)).toBe(401);
  expect(await read('', `${name}=${token}; authToken=${token}`)).toBe(401);
});

const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'site.example' };
const canonical = async (remoteAddress: string) => {
  const { body } = await t.app.inject({ method: 'GET', url: '/news/first', headers: forged, remoteAddress });
  return /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1];
};

test('forwarding headers are believed of a trusted proxy only, whoever comes first, and those of a stranger do not hide who fails to sign in', async () => {
  expect(await canonical('203.0.113.5')).toBe('http://site.example/news/first');
  expect(await canonical('10.1.2.3')).toBe('https://evil.example/news/first');
  expect(await canonical('203.0.113.5')).toBe('http://site.example/news/first');
  const attempt = (number: number) =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '203.0.113.77',
      headers: { 'x-forwarded-for': `198.51.100.${number}`, 'x-real-ip': `198.51.100.${number}` },
      payload: { username: 'nobody', password: 'wrong password' },
    });
  const statuses: number[] = [];
  for (let number = 1; number <= 7; number += 1) statuses.push((await attempt(number)).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});
