import { beforeEach, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { answerTo } from '../rig/sockets.ts';
import { countMisses } from './one-page.ts';

const t = await needSite();
// A list of all of them is a megabyte.
for (let n = 0; n < 12; n += 1) {
  const content = `<p>${'Слова о конкурсе. '.repeat(3000)}</p>`;
  await t.editor('POST', '/api/admin/news', { title: `Новость ${n}`, slug: `news-${n}`, content });
}
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
// A change empties the cache.
let changes = 0;
beforeEach(async () => {
  changes += 1;
  await t.editor('PUT', '/api/vote-settings', { title: `Голосование ${changes}` });
});

const raw = (target: string, headers = ['Host: festival.example']) =>
  answerTo(origin, `GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`);
const statusOf = async (target: string, headers?: string[]) => Number((await raw(target, headers)).split(' ')[1]);
async function madeFor(targets: string[], headers?: string[]): Promise<number> {
  const before = await countMisses(t);
  for (const target of targets) expect([200, 404]).toContain(await statusOf(target, headers));
  return (await countMisses(t)) - before;
}

const PAGES = ['/', '/news', '/watch', '/vote', '/about', '/news/news-0', '/feed.xml'];
const each = (spell: (n: number) => string) => Array.from({ length: 30 }, (_, n) => spell(n));

test.each([
  ['parameters and values of fields that mean nothing', each((n) => `/api/news?limit=3&fields=z${n}&utm=${n}`), 1],
  ['several values of one parameter', each((n) => `/about?view=white&view=z${n}`), 1],
  ['routes that no page has', each((n) => `/news.data?_routes=z${n}`), 1],
  ['fragments', each((n) => `/feed.xml#${n}`), 1],
  ['needless escapes', ['/feed.xml', '/%66eed.xml', '/f%65ed.xml', '/feed%2Exml'], 1],
  ['needless escapes in the API', ['/api/news/news-0', '/api/n%65ws/news-0', '/api/news/%6eews-0'], 1],
  ['unknown words of a view', each((n) => `/about?view=z${n}`), 1],
  ['tokens', [...PAGES, ...PAGES], PAGES.length, ['Host: a.example', 'Authorization: Bearer nonsense']],
])('%s make no answers of their own', async (_what, targets, made, headers?: string[]) =>
  expect(await madeFor(targets, headers)).toBe(made),
);

test('a page is made once, whatever forty names its visitors call the site by at once, and each gets links of its own', async () => {
  const before = await countMisses(t);
  const hosts = Array.from({ length: 40 }, (_, n) => `host-${n}.example:${8000 + n}`);
  const pages = await Promise.all(hosts.map((host) => t.visitor('GET', '/about', undefined, { host })));
  for (const [n, { statusCode, payload }] of pages.entries()) {
    expect(statusCode).toBe(200);
    expect(payload).toContain(`<link rel="canonical" href="http://${hosts[n]}/about"`);
    expect(payload.match(/[0-9a-f]{20}\.invalid/)).toBeNull();
  }
  const article = await raw('/news/news-0', ['Host: share.example:81']);
  expect(article).toContain(encodeURIComponent('http://share.example:81/news/news-0'));
  expect(await raw('/about', ['Host: host-0.example:8000'])).toContain('http://host-0.example:8000/about');
  expect((await countMisses(t)) - before).toBe(2);
});

test('a request with two Host lines is refused, from memory too', async () => {
  const one = ['Host: festival.example'];
  const two = [...one, 'host: other.example'];
  expect([await statusOf('/about', one), await statusOf('/about', one)]).toEqual([200, 200]);
  for (const target of ['/about', '/api/news', '/healthz']) expect(await statusOf(target, two)).toBe(400);
});

test('forty requests for lists and twenty invented hosts take no last good page away', async () => {
  for (const page of PAGES) expect(await statusOf(page)).toBe(200);
  for (let n = 0; n < 40; n += 1) await raw(`/api/news?limit=100&fields=z${n}`);
  for (let limit = 12; limit < 52; limit += 1) await raw(`/api/news?limit=${limit}`);
  for (let n = 0; n < 20; n += 1)
    for (const page of ['/', '/news', '/news/news-1', '/nowhere']) await raw(page, [`Host: h${n}.example`]);
  await t.store.db.destroy();
  for (const page of PAGES) expect([page, await statusOf(page)]).toEqual([page, 200]);
});
