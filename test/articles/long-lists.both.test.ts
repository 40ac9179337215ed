import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { isSqlite } from '../../db/dialect.ts';
import { type Order, orders, positionsOf } from '../../model/articles/lists/listed.ts';
import { isKind, isPublic } from '../../model/articles/visibility.ts';
import { STEM_RULES } from '../../model/search/stems.ts';
import { needSite } from '../rig/needs.ts';
import { announceNews, walkParts } from '../rig/world/editors.ts';
import { insertLong, insertNews } from '../rig/world/long-news.ts';

const LONG = 250;
/** Characters of each: together more than sockets buffer for a client that does not read. */
const LETTERS = 40_000;

const t = await needSite();

test('an empty list is an empty list, and one that fits into one answer is kept whole, with an entity tag', async () => {
  const { payload, headers } = await t.visitor('GET', '/api/news');
  expect([payload, headers['content-type']]).toEqual(['[]', 'application/json; charset=utf-8']);
  await t.editor('POST', '/api/admin/news', { title: 'Короткая', content: '<p>Текст</p>' });
  const whole = await t.visitor('GET', '/api/news');
  expect(whole.payload).toBe((await t.visitor('GET', '/api/news?limit=100')).payload);
  const again = await t.visitor('GET', '/api/news', undefined, { 'if-none-match': String(whole.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test('a longer one goes out as it is read, the same articles in the same words and order', async () => {
  await insertLong(t.store.db, LONG, LETTERS);
  await announceNews(t);
  const walked = await walkParts(t.visitor, '/api/news?limit=100');
  const whole = await t.visitor('GET', '/api/news');
  expect(whole.payload).toBe(JSON.stringify(walked));
  expect(walked).toHaveLength(LONG + 1);
  const { 'content-type': type, 'cache-control': keeping, 'content-length': length } = whole.headers;
  expect([type, keeping, length]).toEqual(['application/json; charset=utf-8', 'no-cache', undefined]);
  const gzip = await t.visitor('GET', '/api/news', undefined, { 'accept-encoding': 'gzip' });
  const brotli = await t.visitor('GET', '/api/news', undefined, { 'accept-encoding': 'gzip, br' });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(whole.payload);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(whole.payload);
  const head = await t.visitor('HEAD', '/api/news');
  expect([head.statusCode, head.payload]).toEqual([200, '']);
});

test('what is taken off while a long list is on its way does not come with it', async () => {
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${origin}/api/news`, { headers: { 'Accept-Encoding': 'identity' } });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? '';
  const gone = (await t.visitor('GET', '/api/news?fields=card&limit=100&after=2025-01-02.999999')).json().at(-1).slug;
  await t.editor('DELETE', `/api/admin/news/${gone}`);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  const slugs = JSON.parse(text).map(({ slug }: { slug: string }) => slug);
  expect(slugs).not.toContain(gone);
  expect(slugs).toHaveLength(LONG);
});

test('the addresses of many articles are told in parts, each of which stands in the index', async () => {
  expect((await t.visitor('GET', '/sitemap.xml')).payload).toContain('<urlset');
  for (const path of ['/sitemap-1.xml', '/sitemap-pages.xml'])
    expect((await t.visitor('GET', path)).statusCode).toBe(404);
  const { db } = t.store;
  const { id: first } = await db.selectFrom('articles').select('id').orderBy('id').executeTakeFirstOrThrow();
  await (isSqlite(db)
    ? sql`update sqlite_sequence set seq = 24999 where name = 'articles'`
    : sql`alter table articles alter column id restart with 25000`
  ).execute(db);
  await t.editor('POST', '/api/admin/news', { title: 'Последняя', slug: 'last' });
  const index = (await t.visitor('GET', '/sitemap.xml')).payload;
  const parts = Array.from(index.matchAll(/<loc>http:\/\/[^/]+([^<]+)<\/loc>/g), ([, path = '']) => path);
  expect(first).toBeLessThan(10_000);
  expect(parts).toEqual(['/sitemap-pages.xml', '/sitemap-1.xml', '/sitemap-3.xml']);
  const texts = await Promise.all(parts.map(async (path) => (await t.visitor('GET', path)).payload));
  expect(texts.join('').match(/<loc>[^<]+\/news\/[^<]+<\/loc>/g)).toHaveLength(LONG + 1);
  expect(texts[0]).toContain('/about</loc>');
  expect(texts[0]).not.toContain('/news/last');
  expect(texts[2]).toContain('/news/last</loc>');
  for (const path of ['/sitemap-2.xml', '/sitemap-01.xml', '/sitemap-x.xml'])
    expect([path, (await t.visitor('GET', path)).statusCode]).toEqual([path, 404]);
});

/** PostgreSQL reads a table of this size whole when it may. */
function planOf(query: { compile: () => CompiledQuery }): Promise<string> {
  const { sql: text, parameters } = query.compile();
  return t.store.db.connection().execute(async (db) => {
    const isLocal = isSqlite(db);
    if (!isLocal) await sql`set enable_seqscan = off`.execute(db);
    const prefix = isLocal ? 'explain query plan' : 'explain';
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${prefix} ${text}`, [...parameters]));
    if (!isLocal) await sql`reset enable_seqscan`.execute(db);
    return rows.map((row) => Object.values(row as object).join(' ')).join('\n');
  });
}

type Eb = Parameters<ReturnType<typeof isPublic>>[0];
const living = (eb: Eb) => eb.and([isKind('article'), eb('deleted_at', 'is', null)]);

test.each([
  ['of readers', 'articles_public', isPublic()],
  ['of the panel', 'articles_living', living],
  ['of drafts', 'articles_drafts', (eb: Eb) => eb.and([living(eb), eb('publish_at', 'is', null)])],
  ['of the panel by change', 'articles_changed', living, orders.changed],
  ['of the panel by title', 'articles_titles', living, orders.title],
] as const)(
  'the list %s is walked in its index, never sorted',
  async (_, index, filter, order: Order = orders.date) => {
    const { db } = t.store;
    if (!isSqlite(db)) await sql`analyze articles`.execute(db);
    for (const after of [undefined, { key: '2025-01-20', id: 50 }]) {
      const plan = await planOf(positionsOf(db, filter, after, order).limit(10).offset(20));
      // For PostgreSQL the index of all living articles is as good for readers.
      const any = /Index (?:Only )?Scan using articles_(?:public|living|drafts|changed|titles)/;
      expect(plan).toMatch(isSqlite(db) ? new RegExp(index) : any);
      expect(plan).not.toMatch(/temp b-tree|seq scan/i);
      const { column } = order;
      if (after && isSqlite(db)) expect(plan).toMatch(new RegExp(`${column}=\\? AND id[<>]\\?[^]*${column}[<>]\\?`));
    }
  },
);

test('a word of very many articles is counted to a thousand, but to its end where another filter leaves few', async () => {
  const { db } = t.store;
  const ids = await insertNews(db, 1001, (at) => ({ slug: `many-${at}`, created_by: at === 0 ? 'rare' : 'admin' }));
  for (let from = 0; from < ids.length; from += 500) {
    const words = ids.slice(from, from + 500).map((id) => ({ article_id: id, words: 'камертон', rules: STEM_RULES }));
    await db.insertInto('search_words').values(words).execute();
  }
  const counts = async (query: string) => (await t.editor('GET', `/api/admin/news-counts?q=камертон${query}`)).json();
  expect(await counts('')).toMatchObject({ total: 1000, isAtLeast: true });
  await db
    .deleteFrom('search_words')
    .where('article_id', '=', ids[500] as number)
    .execute();
  expect(await counts('')).toMatchObject({ total: 1000, isAtLeast: false });
  expect(await counts('&author=rare')).toMatchObject({ total: 1, isAtLeast: false });
  expect(await counts('&author=nobody')).toMatchObject({ total: 0, isAtLeast: false });
});
