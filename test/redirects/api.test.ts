import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const ADMIN = '/api/admin/redirects';

const t = await needSite();
beforeEach(async () => {
  for (const { id } of (await list()).redirects) await t.editor('DELETE', `${ADMIN}/${id}`);
});

const list = async (query = '') => (await t.editor('GET', ADMIN + query)).json();
const add = (source: string, target: string) => t.editor('POST', ADMIN, { source, target });
const load = (csv: string, dryRun = false) => t.editor('POST', `${ADMIN}/import`, { csv, dryRun });
const visit = async (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const { statusCode, headers } = await t.visitor(method, path);
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
};
const rules = async () =>
  (await list()).redirects.map(({ source, target }: Record<string, string>) => `${source} ${target}`);

test('a redirect leads from its old address at once, in any spelling, for five minutes, until it is changed or deleted', async () => {
  expect(await visit('/program.html')).toBe(404);
  const made = await add('/program.html', '/about');
  expect([made.statusCode, made.headers.etag]).toEqual([201, '"1"']);
  expect(made.json()).toMatchObject({ source: '/program.html', target: '/about', way: [], version: 1 });
  for (const path of ['/program.html', '/program.html/', '/%70rogram.html'])
    expect(await visit(path)).toEqual([301, '/about']);
  expect(await visit('/program.html', 'HEAD')).toEqual([301, '/about']);
  expect((await t.visitor('GET', '/program.html')).headers['cache-control']).toBe('public, max-age=300');
  expect(await visit('/program.html', 'POST')).toBe(405);

  const one = `${ADMIN}/${made.json().id}`;
  const values = { source: '/Программа', target: 'https://tickets.example.org/?id=1#hall' };
  expect((await t.editor('PUT', one, values, { 'if-match': '"7"' })).statusCode).toBe(412);
  for (let times = 0; times < 2; times += 1)
    expect((await t.editor('PUT', one, values, { 'if-match': `"${times + 1}"` })).headers.etag).toBe('"2"');
  expect([await visit('/program.html'), await visit(encodeURI('/Программа'))]).toEqual([404, [301, values.target]]);
  expect(await visit(encodeURI('/программа'))).toBe(404);

  expect((await t.editor('DELETE', one, undefined, { 'if-match': '"1"' })).statusCode).toBe(412);
  expect((await t.editor('DELETE', one)).statusCode).toBe(204);
  expect([await visit(encodeURI('/Программа')), (await t.editor('DELETE', one)).statusCode]).toEqual([404, 404]);
});

test('a redirect of an address with a query comes before that of the path, which hands the query on', async () => {
  await add('/page.php?id=5', '/vote');
  await add('/page.php', '/about?from=old#top');
  expect(await visit('/page.php?id=5')).toEqual([301, '/vote']);
  expect(await visit('/page.php')).toEqual([301, '/about?from=old#top']);
  expect(await visit('/page.php?id=6&x=%d1%8f')).toEqual([301, '/about?from=old&id=6&x=%D1%8F#top']);
  await add('/only?q=1', '/news');
  expect([await visit('/only'), await visit('/only?q=1'), await visit('/only')]).toEqual([404, [301, '/news'], 404]);
});

test('a redirect leads from an address in windows-1251, as former sites had', async () => {
  expect(await visit('/%ED%EE%E2%EE%F1%F2%E8/5')).toBe(404);
  await add('/%ED%EE%E2%EE%F1%F2%E8/5', '/news');
  expect(await visit('/%ED%EE%E2%EE%F1%F2%E8/5')).toEqual([301, '/news']);
  expect(await visit('/%ed%ee%e2%ee%f1%f2%e8/5')).toEqual([301, '/news']);
  expect((await list('?q=/5')).redirects).toHaveLength(1);
});

test('a redirect waits while the site has a page there, and takes over when the page is gone', async () => {
  await add('/news/final', '/about');
  expect(await visit('/news/final')).toEqual([301, '/about']);
  await t.editor('POST', '/api/admin/news', { title: 'Финал', slug: 'final' });
  for (let times = 0; times < 2; times += 1) expect(await visit('/news/final')).toBe(200);
  await add('/results/final', '/results');
  expect(await visit('/results/final')).toEqual([301, '/results']);
  expect(await visit('/news/%66inal')).toEqual([308, '/news/final']);
  await t.editor('PUT', '/api/admin/news/final', { slug: 'grand-final' });
  expect(await visit('/news/final')).toEqual([301, '/news/grand-final']);
  await t.editor('DELETE', '/api/admin/news/grand-final');
  expect(await visit('/news/final')).toEqual([301, '/about']);
  await add('/news/tag/zhyuri', '/about');
  expect(await visit('/news/tag/zhyuri')).toEqual([301, '/about']);
  await t.editor('POST', '/api/admin/news', { title: 'О жюри', slug: 'o-zhyuri', tags: ['Жюри'] });
  expect(await visit('/news/tag/zhyuri')).toBe(200);
  await t.editor('DELETE', '/api/admin/news/o-zhyuri');
  expect(await visit('/news/tag/zhyuri')).toEqual([301, '/about']);
});

test('a redirect is refused for an address of the site, a foreign scheme, another host and hidden characters', async () => {
  const own = '/ /news /watch/ /%76ote /about?x=1 /admin/news /api/news /assets/a.js /uploads/a.png /player /preview/x';
  const more = '/healthz /feed.xml /search /search?q=a /feed.atom /favicon.ico /icon-192.png /sitemap-1.xml /start.ics';
  const strange = ['old', '', '//host/x', '/\\host', '/a\nb', '/../x/..//host/'];
  for (const source of [...`${own} ${more} /og/x.jpg /covers/x`.split(' '), ...strange])
    expect([source, (await add(source, '/news')).json().fields]).toEqual([source, { source: expect.any(String) }]);
  const foreign = ['//host', '/\\host', 'javascript:alert(1)', 'ftp://host/', 'https://u:p@host/', '/x/..//host'];
  for (const target of ['', 'news', '/a\tb', ...foreign, `/${'x'.repeat(2048)}`])
    expect([target, (await add('/old', target)).json().fields]).toEqual([target, { target: expect.any(String) }]);
  expect(await rules()).toEqual([]);
  const made = await add('https://old.example.org/a?b=1', 'http://localhost:80/about/');
  expect(made.json()).toMatchObject({ source: '/a?b=1', target: '/about' });
});

test('a redirect knows the site by its name, whatever the scheme and www: no circle leads through a full address', async () => {
  for (const target of ['https://localhost/a', 'HTTP://www.LOCALHOST:80/a/', 'https://www.localhost/a?x=1'])
    expect([target, (await add('/a', target)).statusCode]).toEqual([target, 400]);
  expect((await add('/a', 'https://localhost/b#c')).json()).toMatchObject({ target: '/b#c' });
  expect((await add('/b', 'http://www.localhost/a')).json().message).toContain('получается круг');
  const loop = 'http://localhost/x;https://localhost/y\nhttps://localhost/y;http://www.localhost/x';
  const answer = await load(`${loop}\n/z;https://localhost/z`);
  const outcomes = answer.json().map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual(['wrong', 'wrong', 'wrong']);
  const others = ['http://localhost:8080/c', 'https://localhost.example/c', 'https://old.localhost/c'];
  for (const [at, target] of others.entries()) expect((await add(`/c${at}`, target)).json().target).toBe(target);
  expect(await rules()).toEqual(['/a /b#c', ...others.map((target, at) => `/c${at} ${target}`)]);
});

test('a redirect may lead on to another, but never in a circle or through more than three', async () => {
  expect((await add('/a', '/a/')).json().message).toContain('тот же самый адрес');
  expect((await add('/a', '/a?x=1')).statusCode).toBe(400);
  await add('/a', '/b');
  expect((await add('/b', '/a')).json().message).toBe('Новый адрес: получается круг /b → /a → /b.');
  expect((await add('/b?x=1', '/a?x=1')).json().message).toContain('получается круг');
  await add('/b', '/в');
  await add('/в', '/d');
  expect((await add('/d', '/e')).json().message).toContain('цепочка слишком длинная (/a → /b → /в → /d → /e)');
  const ways = (await list()).redirects.map(({ source, way }: { source: string; way: string[] }) => [source, ...way]);
  expect(ways).toEqual([['/%D0%B2'], ['/a', '/%D0%B2', '/d'], ['/b', '/d']]);
  expect((await add('/a', '/news')).json()).toMatchObject({ code: 'conflict', fields: { source: expect.any(String) } });
});

test('a redirect is found by a part of either address, as people write it, and by the audit log', async () => {
  await add('/Жюри', '/about');
  await add('/x', '/news');
  expect(await list('?q=жюр')).toMatchObject({ total: 1, redirects: [{ target: '/about' }] });
  expect(await list('?limit=1')).toMatchObject({ total: 2, redirects: [{}] });
  expect((await list('?limit=5000')).total).toBe(2);
  for (const limit of ['0', '5001', '0x10', '1e2', '01', '%201', ''])
    expect((await t.editor('GET', `${ADMIN}?limit=${limit}`)).statusCode).toBe(400);
  const [entry] = (await t.editor('GET', '/api/admin/journal?kind=redirect')).json();
  expect(entry).toMatchObject({ action: 'redirect.create', title: '/x → /news' });
});

test('a list of redirects says of each line what it will do, stores nothing on trial and then all of it', async () => {
  await add('/same', '/news');
  await add('/other', '/news');
  const table = await readFile(new URL('table.csv', import.meta.url), 'utf8');
  const csv = `\ufeff${table.trimEnd().replaceAll('\n', '\r\n')}`;
  const trial = await load(csv, true);
  expect(trial.statusCode).toBe(200);
  const outcomes = trial.json().map(({ line, outcome }: { line: number; outcome: string }) => `${line} ${outcome}`);
  const expected = ['2 same', '3 changed', '5 new', '6 wrong', '7 new', '8 wrong', '9 wrong', '10 wrong', '11 wrong'];
  expect(outcomes).toEqual(expected);
  expect(trial.json()[1]).toMatchObject({ before: '/news', target: '/vote' });
  expect(trial.json()[6].message).toContain('/round → /circle → /round');
  expect(trial.json()[5].message).toContain('в строке 7');
  expect(await rules()).toEqual(['/other /news', '/same /news']);

  expect((await load(csv)).json()).toEqual(trial.json());
  const stored = ['/new /about', '/other /vote', '/same /news', '/with%20%22quotes%22; https://example.org/'];
  expect(await rules()).toEqual(stored);
  expect(await visit('/new')).toEqual([301, '/about']);
  expect((await load(csv)).json().filter(({ outcome }: { outcome: string }) => outcome === 'new')).toEqual([]);
});

test('a list of redirects is read with commas and without a heading, and refused in another encoding, empty or too long', async () => {
  await load('/a,/news\n/b,"/about?x=1,2"');
  expect(await rules()).toEqual(['/a /news', '/b /about?x=1,2']);
  expect((await load('/\ufffd\ufffd;/news')).json().message).toContain('UTF-8');
  for (const csv of ['', 'старый;новый']) expect((await load(csv)).statusCode).toBe(400);
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `/old-${from + n};/news`).join('\n');
  expect((await load(many(0, 5001))).statusCode).toBe(400);
  expect((await load(many(0, 4999))).json()).toMatchObject({ code: 'too_many' });
  expect((await load(many(0, 4998))).statusCode).toBe(200);
  expect((await add('/one-more', '/news')).json().code).toBe('too_many');
  expect(await visit('/old-4997')).toEqual([301, '/news']);
  expect((await load('/a;/c\n/c;/d\n/d;/e\n/e;/f', true)).json()[0].message).toContain('цепочка слишком длинная');
  await t.store.db.deleteFrom('redirects').execute();
});

test('a changed slug leaves a former address', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Жюри', slug: 'jury' });
  for (const slug of ['jury-2025', 'jury', 'jury-2025']) await t.editor('PUT', '/api/admin/news/jury', { slug });
  expect(await visit('/news/jury')).toEqual([301, '/news/jury-2025']);
  expect((await t.visitor('GET', '/news/jury')).headers['cache-control']).toBe('no-cache');
});
