import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { decode } from '../hostile/asking.ts';
import { needSite } from '../rig/needs.ts';
import { answerTo } from '../rig/sockets.ts';
import { countMisses } from './one-page.ts';

const t = await needSite();
const content = `<p>${'Текст. '.repeat(200)}</p>`;
await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first', content });
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  t.app.inject({ method: method as 'GET', url: path, headers });
const decoded = ({ rawPayload, headers }: LightMyRequestResponse) =>
  decode(rawPayload, headers['content-encoding']).toString();

const TITLED = [
  ...['/', '/news', '/news/first', '/news.data', '/api/news', '/api/news/first', '/feed.xml', '/feed.atom'],
  ...['/feed.json', '/feed-dzen.xml', '/sitemap-news.xml'],
];
const PAGES = [...TITLED, '/sitemap.xml', '/api/openapi.json'];

test.each(PAGES)('%s is the same from memory in every encoding, 304 to who has it, for HEAD bare', async (path) => {
  const made = await get(path);
  expect(made.statusCode).toBe(200);
  for (const accept of ['identity', 'gzip', 'br, gzip']) {
    for (let again = 0; again < 2; again++) {
      const kept = await get(path, { 'accept-encoding': accept });
      expect(decoded(kept)).toBe(made.payload);
      expect(kept.headers.vary).toContain('Accept-Encoding');
      const { etag } = kept.headers;
      for (const known of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
        const fresh = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': known });
        expect([fresh.statusCode, fresh.payload]).toEqual([304, '']);
      }
    }
  }
  const packed = await get(path, { 'accept-encoding': 'br' });
  if (made.payload.length > 2000) expect(packed.headers['content-encoding']).toBe('br');
  const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
  expect([head.statusCode, head.payload, head.headers.etag]).toEqual([200, '', whole.headers.etag]);
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
});

const raw = (target: string, headers = ['Host: festival.example']) =>
  answerTo(origin, `GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`);
const statusOf = async (target: string, headers?: string[]) => Number((await raw(target, headers)).split(' ')[1]);

let changes = 0;
/** How many answers are made while something is asked of an empty cache. */
async function countMade(ask: () => Promise<void>): Promise<number> {
  changes += 1;
  await t.editor('PUT', '/api/vote-settings', { title: `Голосование ${changes}` });
  const before = await countMisses(t);
  await ask();
  return (await countMisses(t)) - before;
}

const VISITED = ['/', '/news', '/watch', '/vote', '/about', '/news/first', '/feed.xml'];
const VIEWS = '150-white white-150 150-white-none&x=1 %31%35%30-white'.split(' ').map((view) => `/news?view=${view}`);
const NO_VIEWS = ['/news', '/news?view=', '/news?view=nonsense', '/news?view=1&view=150'];
const each = (spell: (n: number) => string) => Array.from({ length: 30 }, (_, n) => spell(n));

test.each([
  ['parameters and values of fields that mean nothing', each((n) => `/api/news?limit=3&fields=z${n}&utm=${n}`), 1],
  ['several values of one parameter', each((n) => `/about?view=white&view=z${n}`), 1],
  ['routes that no page has', each((n) => `/news.data?_routes=z${n}`), 1],
  ['fragments', each((n) => `/feed.xml#${n}`), 1],
  ['needless escapes', ['/feed.xml', '/%66eed.xml', '/f%65ed.xml', '/feed%2Exml'], 1],
  ['needless escapes in the API', ['/api/news/first', '/api/n%65ws/first', '/api/news/%66irst'], 1],
  ['unknown words of a view', each((n) => `/about?view=z${n}`), 1],
  ['other spellings of a view', VIEWS, 1],
  ['views that are none', NO_VIEWS, 1],
  ['tokens', [...VISITED, ...VISITED], VISITED.length, ['Host: a.example', 'Authorization: Bearer nonsense']],
  ['cookies', [...VISITED, ...VISITED], VISITED.length, ['Host: a.example', 'Cookie: cookieConsent=true; view=black']],
])('%s make no answers of their own', async (_what, targets, made, headers?: string[]) => {
  const ask = async () => {
    for (const target of targets) expect([200, 404]).toContain(await statusOf(target, headers));
  };
  expect(await countMade(ask)).toBe(made);
});

test('a page is made once, whatever forty names its visitors call the site by at once, and each gets links of its own', async () => {
  const hosts = Array.from({ length: 40 }, (_, n) => `host-${n}.example:${8000 + n}`);
  const made = await countMade(async () => {
    const pages = await Promise.all(hosts.map((host) => get('/about', { host })));
    for (const [n, { statusCode, payload }] of pages.entries()) {
      expect(statusCode).toBe(200);
      expect(payload).toContain(`<link rel="canonical" href="http://${hosts[n]}/about"`);
      expect(payload.match(/[0-9a-f]{20}\.invalid/)).toBeNull();
    }
    for (const host of hosts.slice(20)) await get('/nowhere', { host });
    const article = await raw('/news/first', ['Host: share.example:81']);
    expect(article).toContain(encodeURIComponent('http://share.example:81/news/first'));
    expect(await raw('/about', ['Host: host-0.example:8000'])).toContain('http://host-0.example:8000/about');
  });
  expect(made).toBe(3);
});

test('a list of known answers that is longer than a kilobyte is not read', async () => {
  const etag = String((await get('/news')).headers.etag);
  const statusOf = async (count: number) =>
    (await get('/news', { 'if-none-match': `${'"x",'.repeat(count)}${etag}` })).statusCode;
  expect([await statusOf(100), await statusOf(400)]).toEqual([304, 200]);
});

test('a change is on every page before the editor reads that it is saved', async () => {
  for (let n = 0; n < 20; n++) {
    await Promise.all(PAGES.map((path) => get(path)));
    const title = `Правка номер ${n}`;
    await t.editor('PUT', '/api/admin/news/first', { title });
    for (const path of TITLED) expect([path, (await get(path)).payload.includes(title)]).toEqual([path, true]);
  }
});

const raceTitle = (n: number) => `Гонка ${String(n).padStart(3, '0')}`;

test('readers who race with saves never get an answer older than the last save they know of', async () => {
  let saved = 0;
  const seen: string[] = [];
  const stale: string[] = [];
  const writer = (async () => {
    for (let n = 1; n <= 30; n++) {
      await t.editor('PUT', '/api/admin/news/first', { title: raceTitle(n) });
      saved = n;
    }
  })();
  const reader = async () => {
    while (saved < 30) {
      const known = saved;
      const answer = await fetch(`${origin}/news/first`);
      const title = /Гонка \d{3}/.exec(await answer.text())?.[0] ?? '';
      // On a busy machine a page may be refused (503): that is not an old answer.
      if (!answer.ok) continue;
      seen.push(title);
      if (known > 0 && title < raceTitle(known)) stale.push(title);
    }
  };
  await Promise.all([writer, reader(), reader(), reader(), reader()]);
  expect(stale).toEqual([]);
  expect(new Set(seen).size).toBeGreaterThan(1);
});

test('a second question mark is part of a value, and is kept under no other address', async () => {
  expect((await get('/api/news?fields=card?x')).payload).toContain('"content"');
  expect((await get('/api/news?fields=card')).payload).not.toContain('"content"');
});

const TWO = 'HTTP/1.1\r\nHost: festival.example\r\nhost: other.example';
test.each<[path: string, rest: string]>([
  ['/about', 'HTTP/1.1\r\nHost: x; script-src *'],
  ['/about', 'HTTP/1.1\r\nHost: evil.example/"><script>'],
  ['/about', 'HTTP/1.0'],
  ...['/about', '/api/news', '/healthz'].map((path): [string, string] => [path, TWO]),
])('%s is refused for a name that is none and for two names, whatever is kept: %j', async (path, rest) => {
  expect((await get(path)).statusCode).toBe(200);
  expect(await answerTo(origin, `GET ${path} ${rest}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a connection without a proxy in front is kept open for ten idle seconds', async () => {
  expect((await fetch(`${origin}/healthz`)).headers.get('keep-alive')).toBe('timeout=10');
});

test('refusals of the API are not kept, and the page that says that there is none is for a second', async () => {
  for (const path of ['/news/later', '/api/news/later']) expect((await get(path)).statusCode).toBe(404);
  // Beside all that would tell the server.
  await t.store.db.updateTable('articles').set({ slug: 'later' }).where('slug', '=', 'first').execute();
  expect((await get('/api/news/later')).statusCode).toBe(200);
  await expect.poll(async () => (await get('/news/later')).statusCode).toBe(200);
});
