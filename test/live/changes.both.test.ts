import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Announcement } from '../../db/announcements.ts';
import { ChangeFeed } from '../../http/live/change-feed.ts';
import { Live } from '../../http/live/live.ts';
import { saveWatchSettings } from '../../model/settings/watch/watch.ts';
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
  const change = { version: 1, listsAt: new Date().toISOString() };
  const timer = setInterval(() => live.announce({ topic: 'watch-settings' }, change), 20);
  for (const title of ['Первый', 'Второй', 'Третий']) {
    await t.editor('PUT', '/api/watch-settings', { title, description: 'Скоро' });
    live.announce({ topic: 'watch-settings' }, change);
    const answered = await Promise.race([live.poll(), sleep(5000)]);
    expect(answered?.['watch-settings']).toMatchObject({ title });
  }
  clearInterval(timer);
  live.close();
});
