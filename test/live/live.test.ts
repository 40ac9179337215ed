import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readChange } from '../../db/write.ts';
import { DueArticles } from '../../http/live/clock.ts';
import { Live } from '../../http/live/live.ts';
import { addShow, arm, askOf, jury, reveal } from '../programme/show.ts';
import { rowsIn } from '../rig/cases.ts';
import { overheard } from '../rig/database/overheard.ts';
import { heardOn, openSocket } from '../rig/sockets.ts';
import { needHeard, PUBLIC_ADDRESSES } from './heard.ts';

const t = await needHeard();

const WORDS = { title: 'Прямой эфир', description: 'Финал' };
const SECRET = 'https://vote.example.org/secret-room';

test('an event stream begins with the state that visitors may see, whatever token it is given, its own retry and no caching', async () => {
  const stream = await t.listen({ authorization: 'Bearer wrong' });
  const watch = await stream.next('watch-settings');
  const vote = await stream.next('vote-settings');
  expect(watch.data).toEqual((await t.visitor('GET', '/api/watch-settings')).json());
  expect(vote.data).toEqual((await t.visitor('GET', '/api/vote-settings')).json());
  expect(stream.retry()).toBeGreaterThanOrEqual(2000);
  expect(stream.retry()).toBeLessThanOrEqual(30_000);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
});

test('an event stream tells of a switch with the whole state, once, and to everybody, names an article when it becomes public and no other, and is silent about drafts', async () => {
  const both = [await t.open(), await t.open()];
  await t.editor('PUT', '/api/watch-settings', { ...WORDS, is_stream_enabled: true });
  for (const stream of both)
    expect((await stream.next('watch-settings')).data).toMatchObject({ ...WORDS, is_stream_enabled: true });
  await t.editor('PUT', '/api/watch-settings', { ...WORDS, is_stream_enabled: true });
  await t.editor('PUT', '/api/site-content', { hero_title: 'Начинаем' });
  expect((await both[0]?.next())?.event).toBe('site-content');
  const stream = await t.open();
  await t.editor('POST', '/api/admin/news', { title: 'Черновик победителя', slug: 'winner', status: 'draft' });
  await t.editor('PUT', '/api/admin/news/winner', { status: 'published', title: 'Победила «Заря»' });
  expect((await stream.next('news')).data).toEqual({ slug: 'winner', title: 'Победила «Заря»' });
  await t.editor('DELETE', '/api/admin/news/winner');
  expect((await stream.next('news')).data).toEqual({});
});

test('an event stream tells a page that comes back what it missed, and nothing twice', async () => {
  const stream = await t.open();
  await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first' });
  const { id } = await stream.next('news');
  stream.close();
  await t.editor('POST', '/api/admin/news', { title: 'Вторая', slug: 'second' });
  expect((await (await t.open({ 'last-event-id': id })).next()).data).toEqual({ slug: 'second', title: 'Вторая' });
});

test('an event stream ends with the server, told when to come back', async () => {
  const ending = await needHeard();
  const stream = await ending.open();
  const first = stream.retry();
  await ending.app.close();
  await stream.ended();
  expect(stream.retry()).toBeGreaterThanOrEqual(2000);
  expect(first).toBeGreaterThanOrEqual(2000);
});

test('an event stream has a head for HEAD and no other method', async () => {
  const head = await fetch(`${t.origin}/api/live`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect((await t.visitor('POST', '/api/live')).statusCode).toBe(405);
});

test('a page that cannot have events gets the same state and when to ask again', async () => {
  const poll = async () => (await t.visitor('GET', '/api/live?poll')).json();
  const before = await poll();
  expect(before['watch-settings']).toEqual((await t.visitor('GET', '/api/watch-settings')).json());
  expect(before['vote-settings']).toEqual((await t.visitor('GET', '/api/vote-settings')).json());
  expect(before.poll_seconds).toBeGreaterThan(0);
  await t.editor('POST', '/api/admin/news', { title: 'Новость' });
  expect((await poll()).lists).not.toBe(before.lists);
});

describe('the window of the vote', () => {
  const vote = async () => (await t.visitor('GET', '/api/vote-settings')).json();
  const put = (change: object) => t.editor('PUT', '/api/vote-settings', change);
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

  test('opens and closes on its second, with an event each, and hides the address outside in every public byte', async () => {
    const stream = await t.open();
    const far = { opens_at: inMs(600_000), closes_at: inMs(900_000) };
    const saved = await put({ is_voting_enabled: true, voting_url: SECRET, ...far });
    expect(saved.json()).toMatchObject({ voting_url: SECRET, ...far, vote_state: 'upcoming' });
    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: '', vote_state: 'upcoming' });
    await expectHidden();

    const near = { opens_at: inMs(1500), closes_at: inMs(6000) };
    await put(near);
    const { etag } = (await t.visitor('GET', '/api/vote-settings')).headers;
    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: '', ...near });
    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: SECRET, vote_state: 'open' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(near.opens_at));
    // It is another answer to a reader who knows the one before.
    const open = await t.visitor('GET', '/api/vote-settings', undefined, { 'if-none-match': String(etag) });
    expect([open.statusCode, open.json()]).toMatchObject([200, { voting_url: SECRET, vote_state: 'open' }]);
    const changed = await t.editor('PUT', '/api/vote-settings', {}, { 'if-match': String(open.headers.etag) });
    expect(changed.statusCode).toBe(200);

    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: '', vote_state: 'closed' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(near.closes_at));
    await expectHidden();
    expect((await t.editor('GET', '/api/vote-settings')).json()).toMatchObject({ voting_url: SECRET });
  });

  async function expectHidden() {
    for (const path of PUBLIC_ADDRESSES)
      expect([path, (await t.visitor('GET', path)).payload.includes('secret-room')]).toEqual([path, false]);
    expect((await (await t.listen()).next('vote-settings')).data).toMatchObject({ voting_url: '' });
  }

  test('without one is the switch alone: pages have the address only while it is on, the API while a voting is held', async () => {
    const inPages = async () => {
      const answers = await Promise.all(['/', '/vote', '/vote.data', '/_.data'].map((path) => t.visitor('GET', path)));
      return answers.some(({ payload }) => payload.includes('secret-room'));
    };
    await put({ voting_url: SECRET, opens_at: null, closes_at: null });
    for (const isOn of [false, true, false, true]) {
      await put({ is_voting_enabled: isOn });
      expect(await vote()).toMatchObject({ voting_url: SECRET, vote_state: isOn ? 'open' : 'closed' });
      expect(await inPages()).toBe(isOn);
    }
    await put({ vote_state: 'not_held' });
    expect(await vote()).toMatchObject({ voting_url: '', vote_state: 'not_held' });
    await put({ title: 'Голосуем' });
    expect((await vote()).vote_state).toBe('not_held');
    await put({ vote_state: null });
    expect(await vote()).toMatchObject({ voting_url: SECRET, vote_state: 'open' });
  });

  const wrong: [field: string, values: unknown[]][] = [
    ['opens_at', ['завтра', '2025-07-20T18:00', 5]],
    // The last is when it opens.
    ['closes_at', ['2025-02-30T18:00:00Z', '2025-07-20T18:00:00Z']],
    ['spread_seconds', [-1, 1.5, 301, '5']],
    ['vote_state', ['maybe']],
  ];
  test.each(wrong.flatMap(([field, values]) => values.map((value) => ({ field, value }))))(
    'refuses $value as $field and changes nothing',
    async ({ field, value }) => {
      await put({ opens_at: '2025-07-20T18:00:00Z', closes_at: null });
      const before = (await t.editor('GET', '/api/vote-settings')).json();
      const answer = await put({ title: 'Не сохранится', [field]: value });
      expect([answer.statusCode, answer.json().fields[field]]).toEqual([400, expect.stringMatching(/[а-яё]/)]);
      expect((await t.editor('GET', '/api/vote-settings')).json()).toEqual(before);
    },
  );
});

const publish = (slug?: string, more: object = {}) =>
  t.editor('POST', '/api/admin/news', { title: `Новость ${slug}`, ...(slug && { slug }), ...more });
const nameOf = ({ data }: { data: unknown }) => (data as { slug?: string }).slug;

test('an article is named at its moment, and one that was published by hand before is not named again', async () => {
  const stream = await t.open();
  await publish('by-hand');
  expect(nameOf(await stream.next('news'))).toBe('by-hand');
  const publishAt = new Date(Date.now() + 1500).toISOString();
  await publish('by-clock', { status: 'scheduled', publishAt });
  expect((await stream.next('news')).data).toEqual({});
  expect((await stream.next('news')).data).toEqual({ slug: 'by-clock', title: 'Новость by-clock' });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt));
  await publish('last');
  expect(nameOf(await stream.next('news'))).toBe('last');
});

async function expire(path: string): Promise<void> {
  const stream = await t.open();
  await t.editor('PUT', path, { expiresAt: new Date(Date.now() + 1500).toISOString() });
  await stream.next('news');
  await stream.next('news');
}

test.each<[string, (winner: string) => Promise<unknown>]>([
  ['deleted', (winner) => t.editor('DELETE', winner)],
  ['made a draft', (winner) => t.editor('PUT', winner, { status: 'draft' })],
  ['moved to another address', (winner) => t.editor('PUT', winner, { slug: 'moved' })],
  ['expired', (winner) => expire(winner)],
])('a page that comes back does not learn the name of an article that was %s meanwhile', async (how, withdraw) => {
  const [first, winner, last] = ['first', 'winner', 'last'].map((name) => `${name}-${how.replaceAll(' ', '-')}`);
  const before = await t.open();
  await publish(first);
  const { id } = await before.next('news');
  await publish(winner);
  await withdraw(`/api/admin/news/${winner}`);
  const again = await t.open({ 'last-event-id': id });
  await publish(last);
  const told: string[] = [];
  for (let slug: string | undefined; slug !== last; ) {
    slug = nameOf(await again.next('news'));
    told.push(slug ?? '');
  }
  expect(told.filter((slug) => slug !== '' && slug !== 'moved')).toEqual([last]);
});

test('an article that was announced when it was saved is named by no look at the clock, also when a later one is faster', async () => {
  const pauses = [200];
  const due = new DueArticles(overheard(t.store.db, () => sleep(pauses.pop() ?? 0)));
  const { slug } = (await publish('at-once')).json();
  due.skip(slug);
  const named = (await Promise.all([due.take(), due.take()])).flatMap((each) => each?.appeared ?? []);
  expect(named.map((article) => article.slug)).not.toContain(slug);
});

test.each([
  ['that has not come yet', (epoch: string) => `${epoch}.999999999999999`],
  ['of another database', () => 'another1.1'],
])('a page that names a version %s is told that the lists may have changed', async (_which, made) => {
  const { epoch } = await readChange(t.store.db);
  const stream = await t.open({ 'last-event-id': made(epoch) });
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { event: 'news', data: {} },
    { event: 'site-content', data: {} },
  ]);
});

test.each(rowsIn<[string]>('live/ids.txt'))('a page that names no version (%s) is told the state alone', async (id) => {
  const stream = await t.open({ 'last-event-id': id });
  const { slug } = (await publish()).json();
  expect(nameOf(await stream.next())).toBe(slug);
});

test('a stream asked for behind another answer on the same connection is refused, not left hanging', async () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const heard = heardOn(openSocket(t.origin, ask('/about') + ask('/api/live') + ask('/readyz')));
  await expect.poll(() => heard().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503', 'HTTP/1.1 200']);
});

test('who leaves before the stream has begun leaves nothing behind', async () => {
  for (let n = 0; n < 50; n += 1) {
    const socket = openSocket(t.origin, 'GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await sleep(n % 5);
    socket.destroy();
  }
  const stream = await t.open();
  const { slug } = (await publish()).json();
  expect(nameOf(await stream.next('news'))).toBe(slug);
});

test('a page that polls is given no id that is newer than the state', async () => {
  const { epoch, version } = await readChange(t.store.db);
  let answered = Promise.resolve();
  const late = overheard(t.store.db, () => answered);
  const live = new Live(late, t.config);
  await live.poll();
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  live.publish({ topic: 'urgent' }, { epoch, version: version + 1 });
  const asked = live.poll();
  live.publish({ topic: 'urgent' }, { epoch, version: version + 2 });
  resolve();
  expect((await asked).id).toBe(`${epoch}.${version + 1}`);
  live.close();
});

test('a step of a final of 26 is one event of at most a kilobyte; the first has the contestants, too', async () => {
  const ask = askOf(t);
  const names = Array.from({ length: 26 }, (_, at) => `Александра Константинопольская-${at}`);
  const { id, ids } = await addShow(ask, names);
  const marks = [12, 10, 8, 7, 6, 5, 4, 3, 2, 1];
  const givers = ['Томск', 'Петропавловск-Камчатский'].map((name) => [name, marks.map((mark, at) => [ids[at], mark])]);
  await arm(ask, id, jury(Object.fromEntries(givers)));
  const stream = await t.open();
  for (const [step, most] of [8192, 1024].entries()) {
    await reveal(ask, id);
    const { data, ...event } = await stream.next('results');
    expect(data).toMatchObject({ change: 'step', revealed: step + 1, step: { points: { length: 10 } } });
    expect(Buffer.byteLength(JSON.stringify({ ...event, data }))).toBeLessThanOrEqual(most);
  }
});
