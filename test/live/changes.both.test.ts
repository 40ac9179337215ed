import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Announcement } from '../../db/announcements.ts';
import { beginEpoch, type Change, readChange } from '../../db/change-counter.ts';
import { migrate } from '../../db/open.ts';
import { ChangeFeed } from '../../http/live/change-feed.ts';
import { countViewers } from '../../http/live/clients.ts';
import { Live } from '../../http/live/live.ts';
import { saveWatchSettings } from '../../model/settings/watch/watch.ts';
import { addShowOfFour, arm, askOf, jury, putOnStage, reveal } from '../programme/show.ts';
import { expectRefusal, signInAs } from '../rig/app.ts';
import { overheard } from '../rig/database/overheard.ts';
import { needDatabase } from '../rig/needs.ts';
import { needHeard } from './heard.ts';

const t = await needHeard();
const newsPages = { follow: () => {} };
const epochOf = (id: string | undefined) => id?.split('.')[0];

const slow = overheard(t.store.db, () => sleep(100));

test('a count that changes overtake on its way is no loss: nothing but what happened is told', async () => {
  const told: (Announcement | undefined)[] = [];
  const pageCache = { drop: (announcement?: Announcement) => void told.push(announcement) };
  const changes = new ChangeFeed(slow, undefined, { newsPages, pageCache, live: { announce: () => {} } });
  await expect.poll(() => told).toEqual([undefined]);
  const store = { ...t.store, announce: changes.announce };
  let saved = 0;
  for (const until = Date.now() + 2000; Date.now() < until; saved += 1) {
    await saveWatchSettings(store, { title: `Эфир ${saved}`, description: 'Скоро' }, [], 'admin');
    await sleep(5);
  }
  changes.stop();
  expect(told.slice(1)).toEqual(Array.from({ length: saved }, () => ({ topic: 'watch-settings' })));
});

test('a poll is answered while changes follow each other without end, and shows what was saved before it', async () => {
  const live = new Live(slow, t.config);
  const change = { version: 1, epoch: 'aaaaaaaa' };
  const timer = setInterval(() => live.announce({ topic: 'watch-settings' }, change), 20);
  for (const title of ['Первый', 'Второй', 'Третий']) {
    await t.editor('PUT', '/api/watch-settings', { title, description: 'Скоро' });
    live.announce({ topic: 'watch-settings' }, change);
    expect((await Promise.race([live.poll(), sleep(5000)]))?.['watch-settings']).toMatchObject({ title });
  }
  clearInterval(timer);
  live.close();
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
  for (const [name, path] of [
    ['watch', '/api/watch-settings'],
    ['vote', '/api/vote-settings'],
    ['urgent', '/api/urgent'],
  ] as const) {
    const { headers, json } = await t.editor('GET', path);
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

test('each who runs the night sees the log that the own role may see', async () => {
  await t.editor('PUT', '/api/urgent', { text: 'Концерт начнётся позже', link: null, minutes: null });
  await t.editor('POST', '/api/admin/news', { title: 'Новость' });
  const kinds = async (call: typeof t.editor) =>
    new Set((await desk('', call)).log.map(({ action }: { action: string }) => action.split('.')[0]));
  expect([...(await kinds(t.editor))]).toEqual(expect.arrayContaining(['article', 'urgent']));
  expect(await kinds(await signInAs(t, 'broadcast'))).not.toContain('article');
});

test('operators see how many event streams are open', async () => {
  const read = async () => (await t.editor('GET', '/api/admin/viewers')).json();
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
  expect([now, minutes.length]).toEqual([62, 60]);
  expect(minutes[0]).toEqual({ at: '2031-07-20T17:02:00.000Z', count: 2 });
  expect(minutes.at(-1)).toEqual({ at: '2031-07-20T18:01:00.000Z', count: 61 });
});

test('an open page is told the whole state when an epoch begins, as it forgets what it knew', async () => {
  await t.editor('PUT', '/api/urgent', { text: 'Начало сдвинуто' });
  const stream = await t.open();
  const before = await readChange(t.store.db);
  await beginEpoch(t.store.db);
  for (const name of ['urgent', 'watch-settings', 'vote-settings']) {
    const { id, data } = await stream.next(name);
    expect(epochOf(id)).not.toBe(before.epoch);
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
  const live = { announce: (_announcement: unknown, { version }: Change) => void heard.push(version) };
  const feed = new ChangeFeed(db, undefined, { newsPages, pageCache: { drop: () => {} }, live });
  onTestFinished(() => feed.stop());
  await expect.poll(() => heard).toEqual([500]);
  await db.updateTable('changes').set({ version: 300 }).execute();
  feed.startOver();
  await expect.poll(async () => (await readChange(db)).epoch).not.toBe(epoch);
  await expect.poll(() => heard.at(-1)).toBeGreaterThan(500);
});
