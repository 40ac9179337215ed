import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Announcement } from '../../db/announcements.ts';
import { ChangeFeed } from '../../http/live/change-feed.ts';
import { Live } from '../../http/live/live.ts';
import { saveWatchSettings } from '../../model/settings/watch/watch.ts';
import { addShowOfFour, arm, askOf, jury, putOnStage, reveal } from '../programme/show.ts';
import { signInAs } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

/** Lets every answer of the database come late. */
const slowly: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await sleep(100);
    return result;
  },
};

test('a count that changes overtake on its way is no loss: nothing but what happened is told', async () => {
  const told: (Announcement | undefined)[] = [];
  const pageCache = { drop: (announcement?: Announcement) => void told.push(announcement) };
  const newsPages = { follow: () => {} };
  const live = { announce: () => {} };
  const changes = new ChangeFeed(t.store.db.withPlugin(slowly), undefined, { newsPages, pageCache, live });
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
  const live = new Live(t.store.db.withPlugin(slowly), t.config);
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

test('it is for those who run the night, each with the log that its role may see', async () => {
  await t.editor('PUT', '/api/urgent', { text: 'Концерт начнётся позже', link: null, minutes: null });
  await t.editor('POST', '/api/admin/news', { title: 'Новость' });
  const kinds = async (call: typeof t.editor) =>
    new Set((await desk('', call)).log.map(({ action }: { action: string }) => action.split('.')[0]));
  expect([...(await kinds(t.editor))]).toEqual(expect.arrayContaining(['article', 'urgent']));
  expect(await kinds(await signInAs(t, 'broadcast'))).not.toContain('article');
  expect((await t.visitor('GET', '/api/admin/desk')).statusCode).toBe(401);
  expect((await (await signInAs(t, 'author'))('GET', '/api/admin/desk')).statusCode).toBe(403);
});
