import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { needProcess, needSite } from '../rig/needs.ts';
import { send, signIn } from '../rig/server.ts';
import { countMisses, serveOnePage } from './one-page.ts';

const ARTICLES = 8;
const LETTERS = 180_000;

const t = await needSite();
const content = `<p>${'Слова о конкурсе. '.repeat(LETTERS / 18)}</p>`;
for (let n = 0; n < ARTICLES; n += 1)
  await t.editor('POST', '/api/admin/news', { title: `Новость ${n}`, slug: `news-${n}`, content, tags: ['Сцена'] });

const each = <T>(count: number, spell: (n: number) => T) => Array.from({ length: count }, (_, n) => spell(n));

const KNOWN = [
  ...each(ARTICLES, (n) => `/news/news-${n}`),
  ...each(ARTICLES, (n) => `/api/news/news-${n}`),
  ...['/api/news', '/api/news?fields=card', '/api/programme', '/sitemap.xml'],
  ...['/?view=white', '/news?view=white', '/watch?view=white', '/about?spoilers=hide'],
];

/** Each kind would fill what these leave of a room. */
const CHOSEN = [
  ...each(110, (n) => `/results?screen=${1000 + n}`),
  ...each(60, (n) => `/results?screen=${1000 + n}&view=white`),
  ...each(60, (n) => `/watch?t=${n}`),
  ...each(5, (n) => `/api/news?tag=stsena&limit=${20 + n}`),
  ...each(5, (n) => `/api/news?limit=${20 + n}`),
  ...each(5, (n) => `/api/news?limit=100&after=2099-01-01.${n}`),
  ...each(900, (n) => `/api/news?tag=nobody-${n}`),
  ...each(1500, (n) => `/api/results/${1000 + n}`),
  ...each(60, (n) => `/player?src=${n}`),
];
const UNKNOWN = each(60, (n) => [`/news?page=${10 + n}`, `/news/unknown-${n}`, `/unknown-${n}`]).flat();

const statusOf = async (path: string) => (await t.visitor('GET', path)).statusCode;

test('whoever tries 5,000 addresses pushes no page out of memory, and fills no more than a small part of it', async () => {
  let made = 0;
  const { read, cache } = await serveOnePage(t.store.db, async ({ url }, reply) => {
    if (url === '/') made += 1;
    else reply.status(404);
    return url.padEnd(30_000, 'x');
  });
  const answered = async (address: string): Promise<number> => {
    const { status } = await read(address);
    return status === 503 ? answered(address) : status;
  };
  await read('/');
  // No more at once than are made at once, and again what a busy machine shed.
  for (let at = 0; at < 5000; at += 8) {
    const addresses = Array.from({ length: 8 }, (_, n) => `/news/try-${at + n}`);
    for (const status of await Promise.all(addresses.map(answered))) expect(status).toBe(404);
  }
  expect([(await read('/')).status, made]).toEqual([200, 1]);
  expect(cache.counts().bytes).toBeLessThan(5 * 1024 * 1024);
});

test('answers for values that anyone may invent push no article, no list and no view out of memory, nor their last good copies', async () => {
  for (const path of KNOWN) expect([path, await statusOf(path)]).toEqual([path, 200]);
  for (const path of CHOSEN) expect([path, await statusOf(path)]).toEqual([path, 200]);
  for (const path of UNKNOWN) expect([path, await statusOf(path)]).toEqual([path, 404]);
  const before = await countMisses(t);
  for (const path of KNOWN) expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect((await countMisses(t)) - before).toBe(0);
  // Nothing fresh is kept from here on.
  await t.editor('POST', '/api/admin/news', { title: 'Последняя' });
  await t.store.db.destroy();
  expect(await statusOf('/api/news?limit=7')).toBe(500);
  for (const path of KNOWN) expect([path, await statusOf(path)]).toEqual([path, 200]);
});

const READERS = 300;

const server = await needProcess();

async function read(path: string, agent: Agent | false, headers: Record<string, string> = {}): Promise<number> {
  const [answer] = (await once(get(server.origin + path, { agent, headers }), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}

function flood(path: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  const state = { answered: 0 };
  const statuses = Array.from({ length: READERS }, async (_, at) => {
    const status = await read(`${path}-${at}`, agent, headers);
    state.answered += 1;
    return status;
  });
  return { state, statuses: Promise.all(statuses).finally(() => agent.destroy()) };
}

test.each([
  ['unknown pages', {}],
  ['unknown pages, with a token that is none', { authorization: 'x' }],
])('a kept page is sent while 300 clients wait for %s', async (_what, headers: Record<string, string>) => {
  expect(await read('/', false)).toBe(200);
  const { state, statuses } = flood(`/unknown/x-${headers.authorization}`, headers);
  expect(await read('/', false)).toBe(200);
  expect(state.answered).toBeLessThan(READERS);
  expect([...new Set(await statuses)].filter((status) => status !== 503)).toEqual([404]);
});

test('a fixed page that has to be made anew does not wait behind them either', async () => {
  const token = await signIn(server.origin);
  const { state, statuses } = flood('/anew/x');
  const saved = await send(server.origin, 'PUT', '/vote-settings', token, { title: 'Голосуем', description: '' });
  expect([saved.status, await read('/', false)]).toEqual([200, 200]);
  expect(state.answered).toBeLessThan(READERS);
  await statuses;
});
