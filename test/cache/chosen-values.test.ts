import { beforeAll, expect, test } from 'vitest';
import { readMetrics } from '../rig/metrics-text.ts';
import { needSite } from '../rig/needs.ts';

/** Pages of so many articles, and the API's answers with them, take most of the room of their last good copies. */
const ARTICLES = 8;
const LETTERS = 180_000;

const t = await needSite();
beforeAll(async () => {
  const content = `<p>${'Слова о конкурсе. '.repeat(LETTERS / 18)}</p>`;
  for (let n = 0; n < ARTICLES; n += 1)
    await t.editor('POST', '/api/admin/news', { title: `Новость ${n}`, slug: `news-${n}`, content, tags: ['Сцена'] });
});

const each = (count: number, spell: (n: number) => string) => Array.from({ length: count }, (_, n) => spell(n));

const KNOWN = [
  ...each(ARTICLES, (n) => `/news/news-${n}`),
  ...each(ARTICLES, (n) => `/api/news/news-${n}`),
  ...['/api/news', '/api/news?fields=card', '/api/programme', '/api/tags', '/sitemap.xml'],
  ...['/?view=white', '/news?view=white', '/watch?view=white', '/about?spoilers=hide'],
];

/** Each kind would fill what these leave of a room. */
const CHOSEN = [
  ...each(110, (n) => `/results?screen=${1000 + n}`),
  ...each(60, (n) => `/results?screen=${1000 + n}&view=white`),
  ...each(60, (n) => `/watch?t=${n}`),
  ...each(5, (n) => `/api/news?tag=stsena&limit=${20 + n}`),
  ...each(5, (n) => `/api/news?limit=${20 + n}`),
  ...each(900, (n) => `/api/news?tag=nobody-${n}`),
  ...each(1500, (n) => `/api/results/${1000 + n}`),
];

const statusOf = async (path: string) => (await t.visitor('GET', path)).statusCode;
const made = async () => {
  const { payload } = await t.visitor('GET', '/metrics');
  return readMetrics(payload).find(({ name }) => name === 'rampa_cache_misses_total')?.value ?? 0;
};

test('answers for values that anyone may invent push no article, no list and no view out of memory, nor their last good copies', async () => {
  for (const path of KNOWN) expect([path, await statusOf(path)]).toEqual([path, 200]);
  for (const path of CHOSEN) expect([path, await statusOf(path)]).toEqual([path, 200]);
  const before = await made();
  for (const path of KNOWN) expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect((await made()) - before).toBe(0);
  // Nothing fresh is kept from here on.
  await t.editor('POST', '/api/admin/news', { title: 'Последняя' });
  await t.store.db.destroy();
  expect(await statusOf('/api/news?limit=7')).toBe(500);
  for (const path of KNOWN) expect([path, await statusOf(path)]).toEqual([path, 200]);
});
