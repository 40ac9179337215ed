import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readChange } from '../../db/change-counter.ts';
import type { Db } from '../../db/tables.ts';
import { Live } from '../../http/live/live.ts';
import { overheard } from '../rig/database/overheard.ts';
import { listenTo, type Stream } from '../rig/event-stream.ts';
import { needSite } from '../rig/needs.ts';
import { listen, openSocket } from '../rig/sockets.ts';

// Answers of the database that come later than what was asked after them.
const t = await needSite();

/** A database that keeps back its next answer to a question with this word in it. `held` says whether it has one. */
function holdingNext(word: string): { db: Db; hold: () => void; held: () => boolean; release: () => void } {
  let isHolding = false;
  let release: (() => void) | undefined;
  const db = overheard(t.store.db, (question) => {
    if (!isHolding || !question.includes(word)) return undefined;
    isHolding = false;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  return {
    db,
    hold: () => {
      isHolding = true;
    },
    held: () => release !== undefined,
    release: () => release?.(),
  };
}

async function listenWith(live: Live, seen?: string): Promise<Stream> {
  const server = createServer((_request, response) => void live.join(response, {}, '127.0.0.1', seen));
  const stream = await listenTo(`http://127.0.0.1:${await listen(server)}/`);
  server.close();
  return stream;
}

async function tell(live: Live, topic: 'news' | 'watch-settings'): Promise<void> {
  live.announce({ topic }, await readChange(t.store.db));
}

test('the hour of an article is kept, though an answer from before it was known comes last', async () => {
  const late = holdingNext('"min"');
  late.hold();
  const live = new Live(late.db, t.config);
  await expect.poll(late.held).toBe(true);
  const publishAt = new Date(Date.now() + 4000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'В срок', status: 'scheduled', publishAt });
  await tell(live, 'news');
  await live.poll();
  await sleep(200);
  late.release();
  await expect.poll(async () => (await live.poll()).lists).toMatch(new RegExp(`\\.${Date.parse(publishAt)}$`));
  live.close();
});

test('an article whose hour passes before the next hour is read is named at once', async () => {
  const late = holdingNext('"settings"');
  const live = new Live(late.db, t.config);
  const stream = await listenWith(live);
  const publishAt = new Date(Date.now() + 3000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Едва', slug: 'barely', status: 'scheduled', publishAt });
  late.hold();
  await tell(live, 'news');
  expect((await stream.next('news')).data).toEqual({});
  await expect.poll(late.held).toBe(true);
  await sleep(Date.parse(publishAt) - Date.now() + 5);
  late.release();
  expect((await stream.next('news')).data).toMatchObject({ slug: 'barely' });
  live.close();
}, 20_000); // the timer of 30 s would find it too

test('an article that came by the clock is named once, though two looks for it cross', async () => {
  const late = holdingNext('"title"');
  const live = new Live(late.db, t.config);
  const stream = await listenWith(live);
  const publishAt = new Date(Date.now() + 2000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Однажды', slug: 'once', status: 'scheduled', publishAt });
  await sleep(Date.parse(publishAt) - Date.now() + 5);
  late.hold();
  const nothingNew = { version: 1, epoch: 'aaaaaaaa' };
  live.announce(undefined, nothingNew);
  await expect.poll(late.held).toBe(true);
  live.announce(undefined, nothingNew);
  expect((await stream.next('news')).data).toMatchObject({ slug: 'once' });
  late.release();
  await sleep(50);
  await tell(live, 'news');
  expect((await stream.next('news')).data).toEqual({});
  live.close();
});

test('who joins while something changes begins with the state as it is then', async () => {
  const late = holdingNext('"epoch"');
  const live = new Live(late.db, t.config);
  await live.poll();
  const seen = await ahead();
  late.hold();
  const joining = listenWith(live, seen);
  await expect.poll(late.held).toBe(true);
  await t.editor('PUT', '/api/watch-settings', { title: 'Новое', description: 'Скоро' });
  await tell(live, 'watch-settings');
  await live.poll();
  late.release();
  expect((await (await joining).next('watch-settings')).data).toMatchObject({ title: 'Новое' });
  live.close();
});

/** What no server has sent. */
async function ahead(): Promise<string> {
  const { epoch, version } = await readChange(t.store.db);
  return `${epoch}.${version + 60}`;
}

/** So many who have seen what no server sent, one connection each; gives whether they are let in. */
async function come(live: Live, count: number): Promise<Promise<boolean>[]> {
  const joining: Promise<boolean>[] = [];
  const seen = await ahead();
  const server = createServer((_request, response) => void joining.push(live.join(response, {}, '127.0.0.1', seen)));
  const port = await listen(server);
  for (let n = 0; n < count; n += 1) openSocket(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => joining.length).toBe(count);
  server.close();
  return joining;
}

test('who still waits for the database when the server ends is not let in', async () => {
  const late = holdingNext('"epoch"');
  const live = new Live(late.db, t.config);
  await live.poll();
  late.hold();
  const [joining] = await come(live, 1);
  await expect.poll(late.held).toBe(true);
  live.close();
  late.release();
  expect([await joining, live.clients.size()]).toEqual([false, 0]);
});

test('all who may have seen more than this server share one look into the database', async () => {
  const late = holdingNext('"epoch"');
  const live = new Live(late.db, t.config);
  await live.poll();
  late.hold();
  const joining = await come(live, 40);
  await expect.poll(late.held).toBe(true);
  await sleep(200);
  expect(live.clients.size()).toBe(0);
  late.release();
  expect(new Set(await Promise.all(joining))).toEqual(new Set([true]));
  expect(live.clients.size()).toBe(40);
  live.close();
});
