import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/tables.ts';
import { createNewsPages } from '../../model/articles/lists/news-pages.ts';
import { needSite } from '../rig/needs.ts';
import { insertNews } from '../rig/world/long-news.ts';

const ARTICLES = 2600;
const SIZE = 100;

const t = await needSite();
// Many on one day, as after an import, and the others on days of their own.
await insertNews(t.store.db, ARTICLES, (at) => ({
  date: new Date(Date.UTC(2025, 0, 1 + (at % 3 === 0 ? 0 : at % 300))).toISOString().slice(0, 10),
  ...(at % 7 === 0 && { publish_at: null }),
  ...(at % 11 === 0 && { expires_at: '2025-06-01T00:00:00.000Z' }),
}));
const pages = createNewsPages(t.store.db);
const tell = t.store.publish;
t.store.publish = (message, change) => {
  pages.follow(message, change.version);
  tell(message, change);
};

/** What the pages have to hold, counted and skipped the plain way. */
async function plainly(): Promise<string[][]> {
  const now = new Date().toISOString();
  const { rows } = await sql<{ slug: string }>`
    select slug from articles where deleted_at is null and publish_at <= ${now}
    and (expires_at is null or expires_at > ${now}) order by date desc, id desc`.execute(t.store.db);
  return inPages(rows.map(({ slug }) => slug));
}

const inPages = (slugs: string[]): string[][] =>
  Array.from({ length: Math.ceil(slugs.length / SIZE) }, (_, at) => slugs.slice(at * SIZE, (at + 1) * SIZE));

async function paged(): Promise<string[][]> {
  const found: string[][] = [];
  for (let number = 1; ; number += 1) {
    const page = await pages.page(number, SIZE);
    if (!page) return found;
    found.push([...(page.pinned ? [page.pinned] : []), ...page.cards].map(({ slug }) => slug));
    expect(page.pages).toBeGreaterThanOrEqual(number);
  }
}

test('numbered pages hold every public article once, in the order of the list', async () =>
  expect(await paged()).toEqual(await plainly()));

test('pages stay right after every kind of change', async () => {
  const edit = (number: number, body: object) => t.editor('PUT', `/api/admin/news/n-${number}`, body);
  const soon = () => new Date(Date.now() + 1500).toISOString();
  const changes = [
    () => t.editor('POST', '/api/admin/news', { title: 'Новее всех', date: '2026-01-01' }),
    () => t.editor('POST', '/api/admin/news', { title: 'Старее всех', date: '2001-01-01' }),
    () => t.editor('POST', '/api/admin/news', { title: 'Черновик', status: 'draft' }),
    () => edit(100, { title: 'Только заголовок' }),
    () => edit(100, { date: '2024-12-31' }),
    () => edit(1300, { date: '2025-12-31' }),
    () => edit(7, { status: 'published' }),
    () => edit(8, { status: 'draft' }),
    () => edit(11, { expiresAt: null }),
    () => edit(60, { slug: 'moved' }),
    () => t.editor('DELETE', '/api/admin/news/n-2000'),
    async () => {
      const gone = await t.editor('DELETE', '/api/admin/news/n-61');
      return t.editor('POST', `/api/admin/bin/${gone.headers['x-bin-id']}/restore`);
    },
    () => t.editor('PUT', '/api/vote-settings', { title: 'Голосуйте' }),
    async () => {
      const at = soon();
      await edit(50, { expiresAt: at });
      await edit(14, { status: 'scheduled', publishAt: at });
      await paged();
      await setTimeout(Date.parse(at) - Date.now() + 1);
    },
  ];
  for (const [at, change] of changes.entries()) {
    await change();
    expect([at, await paged()]).toEqual([at, await plainly()]);
  }
});

const PLACES = { 'the first page': 50, 'the second': 150, 'far down': 1500, 'the last': -1 };
test.each(Object.entries(PLACES))('a pinned article leads, from %s, and every page holds its number', async (_, at) => {
  const slugs = (await plainly()).flat();
  const pinned = slugs.at(at) ?? '';
  await t.editor('PUT', `/api/admin/news/${pinned}/pin`);
  const expected = inPages([pinned, ...slugs.filter((slug) => slug !== pinned)]);
  expect(await paged()).toEqual(expected);
  for (const number of [1, 2, expected.length]) {
    const { payload } = await t.visitor('GET', number === 1 ? '/news' : `/news?page=${number}`);
    const shown = [...payload.matchAll(/<article[\s\S]*?href="\/news\/([^"]*)"/g)].map(([, slug]) => slug);
    expect([number, shown]).toEqual([number, expected[number - 1]]);
  }
  await t.editor('DELETE', `/api/admin/news/${pinned}/pin`);
});

const countChange = (db: Db) => sql`update changes set version = version + 1`.execute(db);

test('a change made by somebody else shows at once', async () => {
  await t.store.db.transaction().execute(async (tx) => {
    const deleted_at = '2025-01-01T00:00:00.000Z';
    await tx.updateTable('articles').set({ deleted_at }).where('slug', '=', 'n-1').execute();
    await countChange(tx);
  });
  expect(await paged()).toEqual(await plainly());
});

test('a change that nobody knows, in the middle of reading a page, leaves the page readable', async () => {
  const [first] = await paged();
  // A millisecond on, so that there is a moment to catch up with.
  await setTimeout(2);
  const reading = pages.page(1, SIZE);
  pages.follow(undefined, 0);
  expect((await reading)?.cards.map(({ slug }) => slug)).toEqual(first);
});

test('pages read while others write are never torn: the last card of one page stands before the first of the next', async () => {
  let isDone = false;
  const writer = (async () => {
    for (let at = 0; at < 40; at += 1)
      await t.editor('POST', '/api/admin/news', { title: `Поток ${at}`, date: at % 2 ? '2026-02-01' : '2025-03-03' });
    isDone = true;
  })();
  while (!isDone) {
    expect((await pages.page(1 + Math.floor(Math.random() * 20), SIZE))?.cards).toHaveLength(SIZE);
    await setImmediate();
  }
  await writer;
  expect(await paged()).toEqual(await plainly());
});
