import { beforeEach, expect, test } from 'vitest';
import { needGatedSite } from '../rig/needs.ts';

const PAGES = '/ /news /news/first /about /news.data /api/news /api/news/first /feed.xml /sitemap.xml'.split(' ');

const { t, gate } = await needGatedSite();
beforeEach(async () => {
  for (const path of PAGES) await t.visitor('GET', path);
});

let last = 0;
/** Something new, so that nothing kept is up to date; the answers before it are the last good ones. */
async function publishAnother(): Promise<void> {
  last += 1;
  const article = { title: `Новая ${last}`, slug: `new-${last}` };
  // A connection that was cut before may still be lying about.
  await expect.poll(async () => (await t.editor('POST', '/api/admin/news', article)).statusCode).toBe(201);
}

async function untilBack(path: string): Promise<void> {
  const answer = async () => {
    const { statusCode, headers } = await t.visitor('GET', path);
    return [statusCode, headers['x-stale']];
  };
  await expect.poll(answer).toEqual([200, undefined]);
}

test('while the database is away what is kept and up to date is sent as ever, every other public answer is the last good copy and says so, and a page without one that it cannot be read', async () => {
  const before = await Promise.all(PAGES.map(async (path) => (await t.visitor('GET', path)).payload));
  await gate.whileClosed(async () => {
    const { statusCode, headers } = await t.visitor('GET', '/news');
    expect([statusCode, headers['x-stale']]).toEqual([200, undefined]);
  });
  await untilBack('/news');
  await publishAnother();
  await gate.whileClosed(async () => {
    for (const [at, path] of PAGES.entries()) {
      for (const accept of ['identity', 'br']) {
        const answer = await t.visitor('GET', path, undefined, { 'accept-encoding': accept });
        expect([path, answer.statusCode, answer.headers['x-stale']]).toEqual([path, 200, '1']);
        expect(answer.headers['cache-control']).toBe('no-cache');
        if (accept === 'identity') expect(answer.payload).toBe(before[at]);
      }
    }
    const { statusCode, headers } = await t.visitor('GET', `/news/new-${last}`);
    expect([statusCode, headers['x-stale'], headers['retry-after']]).toEqual([503, undefined, '5']);
    expect((await t.editor('PUT', '/api/admin/news/first', { title: 'Правка' })).statusCode).toBe(503);
    // Who asks cannot be looked up, so nobody is let in, with any token.
    for (const authorization of [undefined, 'Bearer none']) {
      const answer = await t.editor('GET', '/api/admin/news', undefined, authorization ? { authorization } : {});
      expect([answer.statusCode, Array.isArray(answer.json())]).toEqual([503, false]);
    }
    await expect.poll(async () => (await t.visitor('GET', '/readyz')).statusCode).toBe(503);
  });
  await untilBack('/news');
  expect((await t.visitor('GET', '/news')).payload).toContain(`Новая ${last}`);
});

test.each([
  ['deleted', () => t.editor('DELETE', `/api/admin/news/new-${last}`)],
  ['made a draft', () => t.editor('PUT', `/api/admin/news/new-${last}`, { status: 'draft' })],
  ['moved to another address', () => t.editor('PUT', `/api/admin/news/new-${last}`, { slug: `moved-${last}` })],
])('an article that was %s does not come back', async (_name, withdraw) => {
  await publishAnother();
  for (const path of ['/', '/news', `/news/new-${last}`, `/api/news/new-${last}`]) await t.visitor('GET', path);
  await withdraw();
  await gate.whileClosed(async () => {
    for (const path of ['/', '/news', `/news/new-${last}`, `/api/news/new-${last}`]) {
      const answer = await t.visitor('GET', path);
      expect([path, answer.statusCode]).toEqual([path, 503]);
      expect(answer.payload).not.toContain(`Новая ${last}`);
    }
  });
  await untilBack('/news');
});

test('an article whose time runs out while the database is away does not stay', async () => {
  await publishAnother();
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  await t.editor('PUT', `/api/admin/news/new-${last}`, { expiresAt });
  expect((await t.visitor('GET', `/news/new-${last}`)).statusCode).toBe(200);
  await gate.whileClosed(async () => {
    await expect.poll(async () => (await t.visitor('GET', `/news/new-${last}`)).statusCode).toBe(503);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });
  await untilBack('/news');
});

test('a save tells at once that the database is back', async () => {
  await publishAnother();
  await gate.whileClosed(async () => expect((await t.visitor('GET', '/news')).headers['x-stale']).toBe('1'));
  const save = () => t.editor('PUT', '/api/admin/news/first', { title: 'Снова здесь' });
  await expect.poll(async () => (await save()).statusCode).toBe(200);
  const { headers, payload } = await t.visitor('GET', '/news');
  expect([headers['x-stale'], payload.includes('Снова здесь')]).toEqual([undefined, true]);
});
