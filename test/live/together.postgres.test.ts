import { sql } from 'kysely';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { countChange, readChange } from '../../db/write.ts';
import { addShow, arm, askOf, jury } from '../programme/show.ts';
import { createTestApp } from '../rig/app.ts';
import { listenTo, type Stream } from '../rig/event-stream.ts';
import { createSite } from '../rig/site.ts';

const site = await createSite();
const origins = await Promise.all([site.a, site.b].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })));
const streams: Stream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => site.close());

async function listen(server: number, seen?: string): Promise<Stream> {
  const stream = await listenTo(`${origins[server]}/api/live`, seen === undefined ? {} : { 'last-event-id': seen });
  streams.push(stream);
  await stream.next('vote-settings');
  return stream;
}

const publish = (slug: string, more: object = {}) =>
  site.a.editor('POST', '/api/admin/news', { title: `Новость ${slug}`, slug, ...more });
const slugOf = ({ data }: { data: unknown }) => (data as { slug?: string }).slug;

/** Presses, as they are told; none twice, and each after those before it. */
async function hearInOrder(stream: Stream, name: string, last: number): Promise<void> {
  const told: number[] = [];
  while (told.at(-1) !== last) told.push(((await stream.next(name)).data as { seq: number }).seq);
  expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
}

test('a change on one server is on every page, feed and answer of the other one', async () => {
  await publish('shared');
  for (const path of ['/', '/news', '/news.data', '/api/news', '/feed.xml', '/sitemap.xml', '/news/shared'])
    await expect.poll(async () => (await site.b.visitor('GET', path)).payload).toContain('shared');
  await site.a.editor('PUT', '/api/admin/news/shared', { title: 'Исправлено там' });
  for (const path of ['/', '/news', '/api/news', '/news/shared'])
    await expect.poll(async () => (await site.b.visitor('GET', path)).payload).toContain('Исправлено там');
  await site.a.editor('DELETE', '/api/admin/news/shared');
  for (const path of ['/news/shared', '/api/news/shared'])
    await expect.poll(async () => (await site.b.visitor('GET', path)).statusCode).toBe(404);
});

test('a change on one server is told to open pages of the other one as to its own: by name, once, with the same place', async () => {
  const [here, there] = [await listen(0), await listen(1)];
  await publish('told');
  const [mine, yours] = [await here.next(), await there.next()];
  expect(mine).toMatchObject({ event: 'news', data: { slug: 'told', title: 'Новость told' } });
  expect(yours).toMatchObject({ event: 'news', data: mine.data });
  expect(yours.id).toBe(mine.id);
  await site.a.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: true });
  for (const stream of [here, there])
    expect(await stream.next()).toMatchObject({ event: 'watch-settings', data: { is_stream_enabled: true } });
});

test('a change on one server of the stage is told to open pages of the other one in order, once, and is on its pages', async () => {
  const there = await listen(1);
  const { id: show_id, ids } = await addShow(askOf(site.a), ['Мира']);
  let seen = 0;
  for (let n = 1; n <= 4; n += 1) {
    const cue = n % 2 === 1 ? { kind: 'break' } : { kind: 'performance', contestant_id: ids[0] };
    const press = { show_id, ...cue, key: `press-number-${n}`, seen };
    ({ seq: seen } = (await (n < 3 ? site.a : site.b).editor('POST', '/api/stage', press)).json());
  }
  await hearInOrder(there, 'stage', seen);
  for (const server of [site.a, site.b]) {
    await expect.poll(async () => (await server.visitor('GET', '/programme/mira')).payload).toMatch('Сейчас на сцене');
    const stage = (await server.visitor('GET', '/api/stage')).json();
    expect(stage).toMatchObject({ seq: seen, contestant: { name: 'Мира' } });
  }
  const retried = { show_id, kind: 'break', key: 'press-number-1', seen: 0 };
  expect((await site.b.editor('POST', '/api/stage', retried)).json().seq).toBe(seen);
});

test('a change on one server of the results is told by three servers in order, once, whichever takes the press, and is on their boards', async () => {
  const third = await createTestApp({}, site.databaseUrl);
  onTestFinished(() => third.close());
  const servers = [site.a, site.b, third];
  const addresses = [...origins, await third.app.listen({ port: 0, host: '127.0.0.1' })];
  const heard = await Promise.all(addresses.map((origin) => listenTo(`${origin}/api/live`)));
  streams.push(...heard);
  const { id: show, ids } = await addShow(askOf(site.b), ['Вера'], { title: 'Итоги' });
  const twelve: [number | undefined, number][] = [[ids[0], 12]];
  let { seq: seen } = await arm(askOf(site.b), show, jury({ Псков: twelve, Тверь: twelve, Томск: twelve }));
  for (const [at, server] of servers.entries()) {
    const press = { key: `step-number-${at}`, seen, again: true };
    const both = await Promise.all(
      [server, site.a].map((one) => one.editor('POST', `/api/results/${show}/reveal`, press)),
    );
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    seen = both[0]?.json().seq;
  }
  for (const [at, stream] of heard.entries()) {
    await hearInOrder(stream, 'results', seen);
    const board = await (await fetch(`${addresses[at]}/api/results`)).json();
    expect([board.state, board.steps.length]).toEqual(['final', 3]);
    await expect.poll(async () => (await fetch(`${addresses[at]}/results`)).text()).toContain('36');
  }
});

test('a change on one server with a body as long as they come is told by name all the same', async () => {
  const there = await listen(1);
  const title = 'ё'.repeat(300);
  await site.a.editor('POST', '/api/admin/news', { title, slug: 'long', content: `<p>${'ё'.repeat(500_000)}</p>` });
  expect(await there.next()).toMatchObject({ event: 'news', data: { slug: 'long', title } });
});

test('a page that comes back to another server hears what it missed, nothing twice, and nothing when it missed nothing', async () => {
  const before = await listen(0);
  await publish('heard');
  const { id } = await before.next('news');
  before.close();
  await publish('missed');
  await expect.poll(async () => (await site.b.visitor('GET', '/news')).payload).toContain('missed');
  const after = await listen(1, id);
  expect(slugOf(await after.next())).toBe('missed');
  const last = await listen(0);
  await publish('newest');
  const { id: newest } = await last.next('news');
  await expect.poll(async () => slugOf(await after.next())).toBe('newest');
  const again = await listen(1, newest);
  await publish('one-more');
  expect(slugOf(await again.next())).toBe('one-more');
});

test('a page that comes back to another server hears nothing twice of what came by the clock, which each server tells by itself', async () => {
  const [here, there] = [await listen(0), await listen(1)];
  const publishAt = new Date(Date.now() + 3000).toISOString();
  await publish('by-clock', { status: 'scheduled', publishAt });
  await Promise.all([here.next('news'), there.next('news')]);
  const [mine, yours] = await Promise.all([here.next('news'), there.next('news')]);
  expect([slugOf(mine), slugOf(yours)]).toEqual(['by-clock', 'by-clock']);
  expect([mine.id, yours.id]).toEqual([yours.id, expect.stringMatching(new RegExp(`\\.${Date.parse(publishAt)}$`))]);
  const again = await listen(1, mine.id);
  await publish('after-clock');
  expect(slugOf(await again.next())).toBe('after-clock');
});

test('a change on one server that no notice told of is found by its number', async () => {
  const there = await listen(1);
  await site.b.visitor('GET', '/news');
  await site.a.store.db.transaction().execute(async (tx) => {
    await tx.updateTable('articles').set({ title: 'Без единого слова' }).where('slug', '=', 'newest').execute();
    await countChange(tx);
  });
  expect(await there.next()).toMatchObject({ event: 'news', data: {} });
  expect((await site.b.visitor('GET', '/news')).payload).toContain('Без единого слова');
});

// The last: what it plays leaves the two servers with places of their own.
test('open pages hear of changes in the order of their commits, also when this server’s own is known first', async () => {
  const listening = sql`select pid from pg_stat_activity
    where application_name = 'rampa changes' and datname = current_database() and query like 'select%'`;
  await expect.poll(async () => (await listening.execute(site.a.store.db)).rows.length).toBe(2);
  const there = await listen(1);
  await publish('before');
  await there.next('news');
  const { version, epoch } = await readChange(site.b.store.db);
  const second = { slug: 'second', title: 'Вторая' };
  site.b.store.publish({ topic: 'news', article: second }, { version: version + 2, epoch });
  await publish('first');
  expect([slugOf(await there.next('news')), slugOf(await there.next('news'))]).toEqual(['first', 'second']);
  // What was only played has not been counted: the number goes back, as after a restored backup, and an epoch begins.
  expect((await there.next('news')).data).toEqual({});
});
