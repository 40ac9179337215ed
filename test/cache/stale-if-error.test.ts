import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StaleIfError } from '../../http/cache/page-cache.ts';
import { bytesOf, createResponse, represent } from '../../http/cache/response.ts';
import { createLimit } from '../../model/limit.ts';
import { overheard } from '../rig/database/overheard.ts';
import { needSite } from '../rig/needs.ts';
import { AWAY, countMisses, serveOnePage } from './one-page.ts';

const t = await needSite();

/** Copies with one of an address, on a database whose answers fail when told to. */
function copiesOnHold() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const { promise: answered, resolve: hasAnswered } = Promise.withResolvers<void>();
  const copies = new StaleIfError(
    overheard(t.store.db, () => {
      hasAnswered();
      return promise;
    }),
  );
  const kept = { response: createResponse(Buffer.from('good'), {}), generation: 0, madeAt: 0 };
  copies.keep({ target: '/news', partition: 'pages' }, { ...kept, until: Infinity, expiresAt: Infinity });
  const fail = async () => {
    await answered;
    reject(AWAY);
    await turn();
  };
  return { copies, fail };
}

test.each([
  ['says that it is away', false],
  ['after a change was saved meanwhile says nothing', true],
])('while it is not known whether the database is there a question that fails %s', async (_what, isSaved) => {
  const { copies, fail } = copiesOnHold();
  copies.inPlaceOf('/news', AWAY);
  if (isSaved) copies.afterChange({ topic: 'news' }, 1);
  expect(copies.whileUnavailable('/news')).toBeUndefined();
  await fail();
  expect(copies.whileUnavailable('/news') === undefined).toBe(isSaved);
});

test('while it is not known whether the database is there a reading that fails says it only when it began after the last change', () => {
  const { copies } = copiesOnHold();
  expect(copies.afterFailedRead('/news', false)).toBeDefined();
  expect(copies.whileUnavailable('/news')).toBeUndefined();
  copies.afterFailedRead('/news', true);
  expect(copies.whileUnavailable('/news')).toBeDefined();
});

const added = (expires_at: string | null) => {
  const to = { id: 1, date: '2031-01-01', publish_at: null, expires_at, deleted_at: null };
  return { topic: 'news', move: { to } } as const;
};

test.each([
  ['stays when an article is added', added(null), true],
  ['goes when one is added that has an end, of which it may not know', added('2031-01-02T00:00:00.000Z'), false],
  ['stays when a partner is added', { topic: 'site-content' }, true],
  ['goes when one is withdrawn', { topic: 'site-content', isWithdrawal: true }, false],
  ['stays when a step of the results is revealed', { topic: 'results' }, true],
  ['goes when one is taken back', { topic: 'results', isWithdrawal: true }, false],
  ['stays when somebody else is on stage', { topic: 'stage' }, true],
] as const)('a copy %s', (_what, change, stays) => {
  const { copies } = copiesOnHold();
  copies.afterChange(change, 1);
  expect(copies.inPlaceOf('/news', new Error('broken')) !== undefined).toBe(stays);
});

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
  const { etag, 'content-security-policy': policy } = first?.headers ?? {};
  expect(etag).toBeUndefined();
  expect(policy).toContain("default-src 'none'; script-src http://localhost:80/assets/");
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

test('a scheduled article comes and goes at its second, in kept lists too', async () => {
  const [publishAt, expiresAt] = [Date.now() + 4000, Date.now() + 5500];
  const isIn = async (path: string) => (await t.visitor('GET', path)).payload.includes('Насовсем');
  const showing = () => Promise.all(['/', '/news', '/api/news', '/feed.xml'].map(isIn));
  const moments = { publishAt: new Date(publishAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  const scheduled = { status: 'scheduled', publishAt: moments.publishAt };
  await t.editor('POST', '/api/admin/news', { title: 'Насовсем', slug: 'stays', ...scheduled });
  await t.editor('POST', '/api/admin/news', { title: 'По часам', slug: 'clockwork', ...scheduled, ...moments });
  expect(await showing()).toEqual(Array(4).fill(false));
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
  expect(await showing()).toEqual(Array(4).fill(true));
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

const words = (letters: number) => Buffer.from('<p>слово</p>'.repeat(letters / 12));

test.each([
  ['a short page', words(6000)],
  ['a page larger than the pool', words(120_000)],
])('%s takes as much memory as is reckoned, in every encoding', async (_what, body) => {
  const response = createResponse(body, { 'content-type': 'text/html' });
  for (const encoding of ['br', 'gzip', 'identity'])
    await represent(response, { 'accept-encoding': encoding }, 'http://localhost', {
      limit: createLimit(1),
      added() {},
    });
  const bodies = [response.identity, ...[...response.representations.values()].map(({ full }) => full.body)];
  const blocks = new Set(bodies.map((one) => one?.buffer));
  expect(blocks.size).toBe(3);
  expect([...blocks].reduce((sum, block) => sum + (block?.byteLength ?? 0), 0)).toBe(bytesOf(response));
});
