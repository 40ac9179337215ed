import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { indexJobs } from '../../ops/indexnow.ts';
import { needSite } from '../rig/needs.ts';
import { listen } from '../rig/sockets.ts';

let told: (Record<'host' | 'key' | 'keyLocation', string> & { urlList: string[] })[] = [];
let status = 200;
const engine = createServer(async (request, response) => {
  told.push(JSON.parse(await text(request)));
  response.writeHead(status).end();
});
const port = await listen(engine);
afterAll(() => void engine.close());

const ORIGIN = 'https://festival.example';
const site = await needSite({ PUBLIC_URL: ORIGIN, INDEXNOW_URL: `http://127.0.0.1:${port}/indexnow` });
const { db } = site.store;
const [job] = indexJobs(db, site.config);

const write = (slug: string, rest = {}) =>
  site.editor('POST', '/api/admin/news', { title: slug, slug, content: '<p>Текст</p>', ...rest });
const change = (slug: string, rest: object) => site.editor('PUT', `/api/admin/news/${slug}`, { title: slug, ...rest });
/** As if `ms` had passed since the changes. */
const wait = async (ms: number) => {
  for (const { kind, slug, due_at } of await db.selectFrom('index_notes').selectAll().execute()) {
    const note = db.updateTable('index_notes').where('kind', '=', kind).where('slug', '=', slug);
    await note.set({ due_at: new Date(Date.parse(due_at) - ms).toISOString() }).execute();
  }
};
/** Paths submitted `after` ms after the changes; by default once the undo window is over. */
const run = async (after = 61_000) => {
  await wait(after);
  told = [];
  await job?.run(new AbortController().signal);
  return told.flatMap(({ urlList }) => urlList.map((url) => url.replace(ORIGIN, ''))).toSorted();
};

beforeEach(async () => {
  status = 200;
  await db.deleteFrom('index_notes').execute();
});

test('what is published, changed and removed is told in one request, after the time to undo', async () => {
  await write('one');
  const page = { title: 'Контакты', slug: 'kontakty', content: '', status: 'published' };
  await site.editor('POST', '/api/admin/pages', page);
  expect(await run(0)).toEqual([]);
  expect(await run()).toEqual(['/kontakty', '/news/one']);
  expect(told).toHaveLength(1);
  expect(await run()).toEqual([]);
  await change('one', { content: '<p>Иначе</p>' });
  expect(await run()).toEqual(['/news/one']);
  await site.editor('DELETE', '/api/admin/news/one');
  expect(await run()).toEqual(['/news/one']);
});

test('nobody is told of drafts, of what was published and taken back in time, or of what is still planned', async () => {
  await write('draft', { status: 'draft' });
  await change('draft', { content: '<p>Ещё</p>' });
  await write('mistake');
  await change('mistake', { status: 'draft' });
  await write('gone');
  await site.editor('DELETE', '/api/admin/news/gone');
  await write('planned', { status: 'scheduled', publishAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await run()).toEqual([]);
  await change('planned', { status: 'draft' });
  expect(await run(2 * 3_600_000)).toEqual([]);
});

test('an article that loses its publication, or its address, is told by the one that engines know', async () => {
  await write('known');
  await write('moved');
  await run();
  await change('known', { status: 'draft' });
  await change('moved', { slug: 'elsewhere' });
  expect(await run()).toEqual(['/news/elsewhere', '/news/known', '/news/moved']);
});

test('an end that an editor has set is told when it comes', async () => {
  await write('brief', { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await run()).toEqual(['/news/brief']);
  expect(await db.selectFrom('index_notes').select(['slug', 'was_public']).execute()).toEqual([
    { slug: 'brief', was_public: 1 },
  ]);
});

test('a refusal is kept for the next try, which waits, and the editor sees nothing of it', async () => {
  status = 429;
  expect((await write('refused')).statusCode).toBe(201);
  await expect(run()).rejects.toThrow('поисковая система ответила 429: слишком много запросов');
  expect(job?.next(new Date(0))).toEqual(new Date(3_600_000));
  status = 307;
  await expect(run()).rejects.toThrow('поисковая система ответила 307');
  status = 202;
  expect(await run()).toEqual(['/news/refused']);
});

test('the key of a request is proved by a text file at the root', async () => {
  await write('proved');
  await run();
  const [{ host, key, keyLocation } = { host: '', key: '', keyLocation: '' }] = told;
  expect([host, keyLocation]).toEqual(['festival.example', `${ORIGIN}/${key}.txt`]);
  expect(key).toMatch(/^[a-zA-Z0-9-]{8,128}$/);
  const proof = await site.visitor('GET', `/${key}.txt`);
  expect([proof.statusCode, proof.payload]).toEqual([200, key]);
  expect((await site.visitor('GET', `/${'0'.repeat(32)}.txt`)).statusCode).toBe(404);
});

test('without INDEXNOW_URL nothing is told', () => {
  expect(indexJobs(db, { ...site.config, indexNowUrl: undefined })).toEqual([]);
});
