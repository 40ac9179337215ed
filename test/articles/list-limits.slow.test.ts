import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';
import { announceNews } from '../rig/world/editors.ts';
import { insertLong } from '../rig/world/long-news.ts';

const PART_BYTES = 2 * 1024 * 1024;

const t = await needSite({ TRUST_PROXY: '127.0.0.0/8' });
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
afterEach(async () => {
  await t.store.db.deleteFrom('articles').execute();
  await announceNews(t);
});

/** So many articles that the whole list of them does not fit into one answer, unless they are short. */
async function fill(count = 400, letters = 60_000): Promise<void> {
  await insertLong(t.store.db, count, letters);
  await announceNews(t);
}

/** Sends a request and reads only the status. */
async function begin(path: string, address: string, headers = ''): Promise<{ status: number; client: Socket }> {
  const client = openSocket(origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${headers}\r\n`);
  const [piece]: Buffer[] = await once(client, 'data');
  client.pause();
  return { status: Number(piece?.toString('latin1', 9, 12)), client };
}

const readWhole = (address: string, path = '/api/news') =>
  fetch(origin + path, { headers: { 'X-Forwarded-For': address } });

test('the whole list, where it is long is read once at a time by each network, by three in all; the next get 503 and when to come again', async () => {
  await fill();
  const first = await begin('/api/news', '192.0.2.1');
  expect(first.status).toBe(200);
  const refused = await readWhole('192.0.2.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toEqual({ code: 'overloaded', message: expect.stringMatching(/^Список новостей/) });
  for (const address of ['2001:db8::1', '192.0.2.2']) expect((await begin('/api/news', address)).status).toBe(200);
  expect((await begin('/api/news', '2001:db8::2')).status).toBe(503);
  expect((await begin('/api/news?after=2030-01-01.1', '192.0.2.3')).status).toBe(503);
  expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/^rampa_http_requests_shed_total 3$/m);
  // Parts of it are for all.
  expect((await readWhole('192.0.2.3', '/api/news?limit=10')).status).toBe(200);
  first.client.destroy();
  await expect.poll(async () => (await begin('/api/news', '192.0.2.3')).status).toBe(200);
});

test('the whole list, where it is long takes no place from the short list of a tag, nor is it forgotten for one', async () => {
  await fill();
  for (const tag of ['Сцена', 'Зал']) await t.editor('POST', '/api/admin/news', { title: tag, tags: [tag] });
  expect((await begin('/api/news', '192.0.2.1')).status).toBe(200);
  expect((await readWhole('192.0.2.1', '/api/news?tag=stsena')).status).toBe(200);
  const reading = vi.spyOn(t.store.db, 'selectFrom');
  const isRead = () => reading.mock.calls.splice(0).flat().includes('articles');
  const isStillRead = async () => {
    isRead();
    await sleep(300);
    return isRead();
  };
  await expect.poll(isStillRead).toBe(false);
  expect([(await readWhole('192.0.2.1')).status, isRead()]).toEqual([503, false]);
  reading.mockRestore();
  for (const address of ['192.0.2.2', '192.0.2.3']) expect((await begin('/api/news', address)).status).toBe(200);
  const list = await readWhole('192.0.2.4', '/api/news?tag=zal');
  expect([list.status, await list.json()]).toMatchObject([200, [{ title: 'Зал' }]]);
});

test('the whole list, where it is long is refused with 503 also where a shorter list was kept before', async () => {
  await announceNews(t);
  await expect.poll(async () => (await readWhole('192.0.2.1')).status).toBe(200);
  await fill();
  expect((await begin('/api/news', '192.0.2.1')).status).toBe(200);
  const refused = await readWhole('192.0.2.1');
  expect([refused.status, refused.headers.get('x-stale')]).toEqual([503, null]);
});

test('the whole list, where it is long frees its place when it was read, compressed or not, and takes none for its head', async () => {
  await fill(100, 60_000);
  for (const encoding of ['identity', 'br', 'gzip']) {
    const answer = await t.visitor('GET', '/api/news', undefined, { 'accept-encoding': encoding });
    expect([answer.statusCode, (await t.visitor('HEAD', '/api/news')).statusCode]).toEqual([200, 200]);
  }
  (await begin('/api/news', '127.0.0.1', 'Accept-Encoding: br\r\n')).client.destroy();
  await expect.poll(async () => (await t.visitor('GET', '/api/news')).statusCode).toBe(200);
});

test('a list that fits into one answer is refused to none of many who ask at once', async () => {
  await fill(50, 10_000);
  const paths = ['/api/news', '/api/news?fields=card', '/api/news?after=2025-02-01.1', '/api/news?limit=50'];
  const answers = await Promise.all(paths.flatMap((path) => Array.from({ length: 5 }, () => t.editor('GET', path))));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('parts behind a cursor that are not read are sent to a limited number of clients of one network', async () => {
  await fill(100, 60_000);
  const path = '/api/news?limit=100&after=2025-02-19.99';
  // The kernel holds the first answers of a connection.
  const further = `\r\nGET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n`.repeat(4);
  for (let count = 0; count < 20; count += 1) await begin(path, '192.0.2.1', further);
  await expect.poll(async () => (await begin(path, '192.0.2.1')).status).toBe(503);
  expect((await begin(path, '192.0.2.2')).status).toBe(200);
});

describe.each(['/api/news', '/api/admin/news'])('parts of %s', (path) => {
  /** The slugs of each part, and its length in bytes. */
  async function walk(query: string): Promise<{ slugs: string[]; bytes: number }[]> {
    const parts: { slugs: string[]; bytes: number }[] = [];
    for (let url: string | undefined = `${path}?${query}`; url; ) {
      const answer = await t.editor('GET', url);
      expect(answer.statusCode).toBe(200);
      const slugs = answer.json().map(({ slug }: { slug: string }) => slug);
      parts.push({ slugs, bytes: answer.rawPayload.length });
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    return parts;
  }

  test('end before they grow over 2 MiB; the next goes on behind the last article', async () => {
    await fill(100, 60_000);
    const cards = await walk('fields=card&limit=100');
    expect(cards).toHaveLength(1);
    const parts = await walk('limit=100');
    expect(parts.length).toBeGreaterThan(2);
    for (const { bytes } of parts) expect(bytes).toBeLessThan(PART_BYTES);
    expect(parts[0]?.bytes).toBeGreaterThan(PART_BYTES / 2);
    expect(parts.flatMap(({ slugs }) => slugs)).toEqual(cards[0]?.slugs);
  });

  test('hold one article at least, be it larger', async () => {
    await fill(3, PART_BYTES + 1000);
    expect((await walk('limit=100')).map(({ slugs }) => slugs.length)).toEqual([1, 1, 1]);
  });
});
