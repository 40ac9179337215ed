import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createHeardApp, needHeard, PUBLIC_ADDRESSES } from './heard.ts';

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

test('an event stream tells of a switch with the whole state, once, and to everybody', async () => {
  const both = [await t.open(), await t.open()];
  await t.editor('PUT', '/api/watch-settings', { ...WORDS, is_stream_enabled: true });
  for (const stream of both) {
    expect((await stream.next('watch-settings')).data).toMatchObject({ ...WORDS, is_stream_enabled: true });
  }
  await t.editor('PUT', '/api/watch-settings', { ...WORDS, is_stream_enabled: true });
  await t.editor('PUT', '/api/site-content', { hero_title: 'Начинаем' });
  expect((await both[0]?.next())?.event).toBe('site-content');
});

test('an event stream names an article when it becomes public and no other, and is silent about drafts', async () => {
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
  const ending = await createHeardApp();
  const stream = await ending.open();
  const first = stream.retry();
  await ending.t.app.close();
  await stream.ended();
  expect(stream.retry()).toBeGreaterThanOrEqual(2000);
  expect(first).toBeGreaterThanOrEqual(2000);
  await ending.close();
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
    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: '', ...near });
    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: SECRET, vote_state: 'open' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(near.opens_at));
    expect(await vote()).toMatchObject({ voting_url: SECRET, vote_state: 'open' });

    expect((await stream.next('vote-settings')).data).toMatchObject({ voting_url: '', vote_state: 'closed' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(near.closes_at));
    await expectHidden();
    expect((await t.editor('GET', '/api/vote-settings')).json()).toMatchObject({ voting_url: SECRET });
  });

  async function expectHidden() {
    for (const path of PUBLIC_ADDRESSES) {
      expect([path, (await t.visitor('GET', path)).payload.includes('secret-room')]).toEqual([path, false]);
    }
    expect((await (await t.listen()).next('vote-settings')).data).toMatchObject({ voting_url: '' });
  }

  test('is another answer to a reader who knows the one before', async () => {
    const opens_at = inMs(1500);
    await put({ is_voting_enabled: true, voting_url: SECRET, opens_at, closes_at: null });
    const before = await t.visitor('GET', '/api/vote-settings');
    await sleep(Date.parse(opens_at) - Date.now() + 50);
    const headers = { 'if-none-match': String(before.headers.etag) };
    const after = await t.visitor('GET', '/api/vote-settings', undefined, headers);
    expect([after.statusCode, after.json().vote_state]).toEqual([200, 'open']);
    const change = await t.editor('PUT', '/api/vote-settings', {}, { 'if-match': String(after.headers.etag) });
    expect(change.statusCode).toBe(200);
  });

  test('without one is the switch alone: pages have the address only while it is on, the API while a voting is held', async () => {
    const inPages = async () => {
      const answers = await Promise.all(['/', '/vote', '/vote.data', '/_.data'].map((path) => t.visitor('GET', path)));
      return answers.some(({ payload }) => payload.includes('secret-room'));
    };
    await put({ voting_url: SECRET, opens_at: null });
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
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields[field]).toMatch(/[а-яё]/);
      expect((await t.editor('GET', '/api/vote-settings')).json()).toEqual(before);
    },
  );
});
