import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { countMisses, serveOnePage } from './one-page.ts';

const t = await needSite();

const statusOf = async (path: string) => (await t.visitor('GET', path)).statusCode;

test('a page that says that there is none is made once for all who ask at once, and is the same for each of them', async () => {
  const before = await countMisses(t);
  const headers = { 'accept-encoding': 'br', 'if-none-match': '*' };
  const ask = () => t.visitor('GET', '/news/nobody-knows', undefined, headers);
  const answers = [...(await Promise.all(Array.from({ length: 50 }, ask))), await ask()];
  expect((await countMisses(t)) - before).toBe(1);
  const [first, ...others] = answers.map(({ statusCode, headers, rawPayload }) => {
    const { date, 'x-request-id': id, connection, 'keep-alive': kept, ...lasting } = headers;
    return { statusCode, headers: lasting, body: rawPayload.toString('base64') };
  });
  expect(first).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-cache', 'content-encoding': 'br' } });
  expect(first?.headers['content-security-policy']).toContain(
    "default-src 'none'; script-src http://localhost:80/assets/",
  );
  expect(first?.headers.etag).toBeUndefined();
  for (const other of others) expect(other).toEqual(first);
  const head = await t.visitor('HEAD', '/news/nobody-knows');
  expect([head.statusCode, head.payload]).toEqual([404, '']);
});

test('an article is there as soon as it is saved, though its address was unknown a moment ago, and gone as soon as it is not', async () => {
  for (let n = 0; n < 20; n += 1) {
    for (const path of [`/news/soon-${n}`, `/news/soon-${n}.data`]) expect(await statusOf(path)).toBe(404);
    await t.editor('POST', '/api/admin/news', { title: 'Скоро', slug: `soon-${n}`, status: 'draft' });
    expect(await statusOf(`/news/soon-${n}`)).toBe(404);
    await t.editor('PUT', `/api/admin/news/soon-${n}`, { status: 'published' });
    for (const path of [`/news/soon-${n}`, `/news/soon-${n}.data`]) expect(await statusOf(path)).toBe(200);
    await t.editor('DELETE', `/api/admin/news/soon-${n}`);
    for (const path of [`/news/soon-${n}`, `/news/soon-${n}.data`]) expect(await statusOf(path)).toBe(404);
  }
});

test('a scheduled article comes and goes at its second', async () => {
  const [publishAt, expiresAt] = [Date.now() + 1500, Date.now() + 3000];
  const moments = { publishAt: new Date(publishAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  await t.editor('POST', '/api/admin/news', { title: 'По часам', slug: 'clockwork', status: 'scheduled', ...moments });
  for (const [moment, before, after] of [
    [publishAt, 404, 200],
    [expiresAt, 200, 404],
  ] as const) {
    // So late that what is kept now would still be kept then.
    await sleep(moment - Date.now() - 700);
    expect(await statusOf('/news/clockwork')).toBe(before);
    await sleep(moment - Date.now() + 5);
    const madeBefore = await countMisses(t);
    for (let again = 0; again < 3; again += 1) expect(await statusOf('/news/clockwork')).toBe(after);
    expect((await countMisses(t)) - madeBefore).toBe(1);
  }
});

test('what only a link shows is not shared, nor is the word that there is no such link', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Черновик', slug: 'draft', status: 'draft' });
  const { url } = (await t.editor('POST', '/api/admin/news/draft/preview')).json<{ url: string }>();
  for (const [path, status] of [
    [new URL(url, 'http://localhost').pathname, 200],
    ['/preview/nobody-knows', 404],
  ] as const) {
    const answer = await t.visitor('GET', path);
    expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([path, status, 'no-store']);
  }
  await t.editor('DELETE', '/api/admin/news/draft/preview');
  expect(await statusOf(new URL(url, 'http://localhost').pathname)).toBe(404);
});

test('that there is none is no last good copy: what cannot be read may be there by now', async () => {
  let isBroken = false;
  const { read, change } = await serveOnePage(t.store.db, async (_request, reply) => {
    if (isBroken) throw new Error('broken');
    return reply.status(404).send('none');
  });
  expect(await read()).toMatchObject({ status: 404, isStale: false });
  isBroken = true;
  expect(await read()).toMatchObject({ status: 404, isStale: false });
  change();
  expect(await read()).toMatchObject({ status: 500, isStale: false });
});
