import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { beginEpoch, type Change, readChange } from '../../db/write.ts';
import { ChangeFeed } from '../../http/live/change-feed.ts';
import { Live } from '../../http/live/live.ts';
import { countViewers } from '../../http/live/state.ts';
import { saveWatchSettings } from '../../model/settings/watch/watch.ts';
import { addShowOfFour, arm, askOf, jury, putOnStage, reveal } from '../programme/show.ts';
import { expectRefusal, signInAs } from '../rig/app.ts';
import { overheard } from '../rig/database/overheard.ts';
import { listenTo, type Stream } from '../rig/event-stream.ts';
import { needDatabase } from '../rig/needs.ts';
import { listen, openSocket } from '../rig/sockets.ts';
import { needHeard } from './heard.ts';

const t = await needHeard();
const newsPages = { follow: () => {} };

const slow = overheard(t.store.db, () => sleep(100));

test('a count that changes overtake on its way is no loss: nothing but what happened is told', async () => {
  const told: (TopicMessage | undefined)[] = [];
  const pageCache = { drop: (message?: TopicMessage) => void told.push(message) };
  const changes = new ChangeFeed(slow, undefined, { newsPages, pageCache, live: { publish: () => {} } });
  await expect.poll(() => told).toEqual([undefined]);
  const store = { ...t.store, publish: changes.publish };
  let saved = 0;
  for (const until = Date.now() + 2000; Date.now() < until; saved += 1) {
    await saveWatchSettings(store, { title: `Эфир ${saved}`, description: 'Скоро' }, [], 'admin');
    await sleep(5);
  }
  changes.stop();
  expect(told.slice(1)).toEqual(Array.from({ length: saved }, () => ({ topic: 'watch-settings' })));
});

test('a poll is answered while changes follow each other without end, and shows what was saved before it', async () => {
  const live = liveOn(slow);
  const change = { version: 1, epoch: 'aaaaaaaa' };
  const timer = setInterval(() => live.publish({ topic: 'watch-settings' }, change), 20);
  for (const title of ['Первый', 'Второй', 'Третий']) {
    await t.editor('PUT', '/api/watch-settings', { title, description: 'Скоро' });
    live.publish({ topic: 'watch-settings' }, change);
    expect((await Promise.race([live.poll(), sleep(5000)]))?.['watch-settings']).toMatchObject({ title });
  }
  clearInterval(timer);
});

const desk = async (query = '', call = t.editor) => (await call('GET', `/api/admin/desk${query}`)).json();
const versionOf = ({ id }: { id: string }) => Number(id.split('.')[1]);

test('the desk reads in one answer what it shows, with the version of each part', async () => {
  const { id, four } = await addShowOfFour(t);
  await putOnStage(askOf(t), id, four[0]?.id ?? 0);
  const document = await desk();
  expect(document.live.stage).toMatchObject({ state: 'performance', contestant: { name: 'Анна' } });
  expect(document.results).toMatchObject({ show_id: id, revealed: 0, version: 0 });
  expect(document.programme).toEqual((await t.editor('GET', '/api/programme')).json());
  for (const [name, path] of Object.entries({ watch: 'watch-settings', vote: 'vote-settings', urgent: 'urgent' })) {
    const { headers, json } = await t.editor('GET', `/api/${path}`);
    expect(document[name]).toEqual({ value: json(), version: Number(/\d+/.exec(String(headers.etag))?.[0]) });
  }
  expect(document.log[0]).toMatchObject({ action: 'stage.performance', title: 'Анна', who: 'admin' });
  expect(document.viewers).toMatchObject({ now: 0, is_all: t.config.databaseUrl === undefined });
});

test('its id rises with each press, and it has no steps of another show than the one asked for', async () => {
  const [one, other] = [await addShowOfFour(t), await addShowOfFour(t)];
  await arm(askOf(t), one.id, jury({ Томск: [[one.four[0]?.id, 12]] }));
  const before = await desk(`?show=${one.id}`);
  await reveal(askOf(t), one.id);
  const after = await desk(`?show=${one.id}`);
  expect(versionOf(after)).toBeGreaterThan(versionOf(before));
  expect([before.results.revealed, after.results.revealed]).toEqual([0, 1]);
  expect((await desk(`?show=${other.id}`)).results.revealed).toBe(0);
  for (const unknown of ['999999', 'x', '']) expect((await desk(`?show=${unknown}`)).results).toBeNull();
});

test('the log of the desk holds what was pressed on the night, not the work on news that would fill it', async () => {
  await t.editor('PUT', '/api/urgent', { text: 'Концерт начнётся позже', link: null, minutes: null });
  for (let count = 0; count < 20; count += 1) await t.editor('POST', '/api/admin/news', { title: 'Новость' });
  const kinds = async (call: typeof t.editor) =>
    new Set((await desk('', call)).log.map(({ action }: { action: string }) => action.split('.')[0]));
  for (const call of [t.editor, await signInAs(t, 'broadcast')]) {
    const shown = await kinds(call);
    expect([shown.has('urgent'), shown.has('article')]).toEqual([true, false]);
  }
});

test('operators see how many event streams are open', async () => {
  const read = async () => (await desk('')).viewers;
  expect(await read()).toMatchObject({ now: 0, minutes: expect.any(Array) });
  const streams = [await t.listen(), await t.listen()];
  await expect.poll(async () => (await read()).now).toBe(2);
  expect((await read()).is_all).toBe(t.config.databaseUrl === undefined);
  for (const stream of streams) stream.close();
  await expect.poll(async () => (await read()).now).toBe(0);
});

test('the last sixty minutes are kept, each with its count', () => {
  vi.useFakeTimers({ now: Date.parse('2031-07-20T17:00:00Z') });
  let size = 0;
  const viewers = countViewers({ size: () => size });
  for (size = 1; size <= 61; size += 1) vi.advanceTimersByTime(60_000);
  const { now, minutes } = viewers.read();
  viewers.stop();
  vi.useRealTimers();
  expect([now, minutes.length, minutes[0]]).toEqual([62, 60, { at: '2031-07-20T17:02:00.000Z', count: 2 }]);
  expect(minutes.at(-1)).toEqual({ at: '2031-07-20T18:01:00.000Z', count: 61 });
});

test('an open page is told the whole state when an epoch begins, as it forgets what it knew', async () => {
  await t.editor('PUT', '/api/urgent', { text: 'Начало сдвинуто' });
  const stream = await t.open();
  const before = await readChange(t.store.db);
  await beginEpoch(t.store.db);
  for (const name of ['urgent', 'watch-settings', 'vote-settings']) {
    const { id, data } = await stream.next(name);
    expect(id?.split('.')[0]).not.toBe(before.epoch);
    if (name === 'urgent') expect(data).toMatchObject({ text: 'Начало сдвинуто' });
  }
  stream.close();
});

test('a press upon one that a restore has taken away is refused with the state', async () => {
  const { id, four } = await addShowOfFour(t);
  const [first, second] = four.map((each) => each.id) as [number, number];
  await putOnStage(askOf(t), id, first);
  const lost = await putOnStage(askOf(t), id, second);
  await t.store.db.deleteFrom('live_events').where('version', '=', lost).execute();
  await beginEpoch(t.store.db);
  const refused = await t.editor('POST', '/api/stage', { show_id: id, kind: 'break', key: randomUUID(), seen: lost });
  expectRefusal(refused, 409, 'Не принято, последнее нажатие другое. admin: на сцене — Анна.');
  expect(refused.json().current).toMatchObject({ contestant: { name: 'Анна' } });
});

test('an epoch begins when the version went back, though a request met the other file first', async () => {
  const { db } = await needDatabase();
  await migrate(db);
  await db.updateTable('changes').set({ version: 500 }).execute();
  const { epoch } = await readChange(db);
  const heard: number[] = [];
  const live = { publish: (_message: unknown, { version }: Change) => void heard.push(version) };
  const feed = new ChangeFeed(db, undefined, { newsPages, pageCache: { drop: () => {} }, live });
  onTestFinished(() => feed.stop());
  await expect.poll(() => heard).toEqual([500]);
  await db.updateTable('changes').set({ version: 300 }).execute();
  feed.startOver();
  await expect.poll(async () => (await readChange(db)).epoch).not.toBe(epoch);
  await expect.poll(() => heard.at(-1)).toBeGreaterThan(500);
});

// Answers of the database that come later than what was asked after them.

/** A server on a database that keeps back its first answer, once it is to hold one, to a question with this word in it. */
function liveHolding(word: string, isHoldingAtOnce = false) {
  let isHolding = isHoldingAtOnce;
  let isHeld = false;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const db = overheard(t.store.db, (question) => {
    if (!isHolding || isHeld || !question.includes(word)) return undefined;
    isHeld = true;
    return promise;
  });
  const hold = () => {
    isHolding = true;
  };
  const untilHeld = () => expect.poll(() => isHeld).toBe(true);
  return { live: liveOn(db), hold, untilHeld, release };
}

/** Until the end of the test. */
function liveOn(db: Db): Live {
  const live = new Live(db, t.config);
  onTestFinished(() => live.close());
  return live;
}

async function listenWith(live: Live, seen?: string): Promise<Stream> {
  const server = createServer((_request, response) => void live.join(response, {}, '127.0.0.1', seen));
  const stream = await listenTo(`http://127.0.0.1:${await listen(server)}/`);
  server.close();
  return stream;
}

async function tell(live: Live, topic: 'news' | 'watch-settings'): Promise<void> {
  live.publish({ topic }, await readChange(t.store.db));
}

test('what could not be read when it changed is told as soon as it can', async () => {
  let isUnavailable = false;
  const flaky = overheard(t.store.db, async () => {
    if (isUnavailable) throw new Error('away');
  });
  const live = liveOn(flaky);
  await live.poll();
  isUnavailable = true;
  await t.editor('PUT', '/api/watch-settings', { title: 'Позже', description: 'Скоро' });
  await tell(live, 'watch-settings');
  await live.poll();
  isUnavailable = false;
  // The timer of 30 s would read it too.
  const titleOf = async () => (await live.poll())['watch-settings'];
  await expect.poll(titleOf, { timeout: 15_000 }).toMatchObject({ title: 'Позже' });
});

test('the hour of an article is kept, though an answer from before it was known comes last', async () => {
  const { live, untilHeld, release } = liveHolding('"min"', true);
  await untilHeld();
  const publishAt = new Date(Date.now() + 4000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'В срок', status: 'scheduled', publishAt });
  await tell(live, 'news');
  await live.poll();
  await sleep(200);
  release();
  await expect.poll(async () => (await live.poll()).lists).toMatch(new RegExp(`\\.${Date.parse(publishAt)}$`));
});

test('an article whose hour passes before the next hour is read is named at once', async () => {
  const { live, hold, untilHeld, release } = liveHolding('"settings"');
  const stream = await listenWith(live);
  const publishAt = new Date(Date.now() + 3000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Едва', slug: 'barely', status: 'scheduled', publishAt });
  hold();
  await tell(live, 'news');
  expect((await stream.next('news')).data).toEqual({});
  await untilHeld();
  await sleep(Date.parse(publishAt) - Date.now() + 5);
  release();
  expect((await stream.next('news')).data).toMatchObject({ slug: 'barely' });
}, 20_000); // the timer of 30 s would find it too

test('an article that came by the clock is named once, though two looks for it cross', async () => {
  const { live, hold, untilHeld, release } = liveHolding('"title"');
  const stream = await listenWith(live);
  const publishAt = new Date(Date.now() + 2000).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'Однажды', slug: 'once', status: 'scheduled', publishAt });
  await sleep(Date.parse(publishAt) - Date.now() + 5);
  hold();
  const nothingNew = { version: 1, epoch: 'aaaaaaaa' };
  live.publish(undefined, nothingNew);
  await untilHeld();
  live.publish(undefined, nothingNew);
  expect((await stream.next('news')).data).toMatchObject({ slug: 'once' });
  release();
  await sleep(50);
  await tell(live, 'news');
  expect((await stream.next('news')).data).toEqual({});
});

test('who joins while something changes begins with the state as it is then', async () => {
  const { live, hold, untilHeld, release } = liveHolding('"epoch"');
  await live.poll();
  const seen = await ahead();
  hold();
  const joining = listenWith(live, seen);
  await untilHeld();
  await t.editor('PUT', '/api/watch-settings', { title: 'Новое', description: 'Скоро' });
  await tell(live, 'watch-settings');
  await live.poll();
  release();
  expect((await (await joining).next('watch-settings')).data).toMatchObject({ title: 'Новое' });
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
  const { live, hold, untilHeld, release } = liveHolding('"epoch"');
  await live.poll();
  hold();
  const [joining] = await come(live, 1);
  await untilHeld();
  live.close();
  release();
  expect([await joining, live.clients.size()]).toEqual([false, 0]);
});

test('all who may have seen more than this server share one look into the database', async () => {
  const { live, hold, untilHeld, release } = liveHolding('"epoch"');
  await live.poll();
  hold();
  const joining = await come(live, 40);
  await untilHeld();
  await sleep(200);
  expect(live.clients.size()).toBe(0);
  release();
  expect([new Set(await Promise.all(joining)), live.clients.size()]).toEqual([new Set([true]), 40]);
});
