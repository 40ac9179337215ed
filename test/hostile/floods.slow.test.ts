import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { asking, publishLong, silentClients } from '../../bench/floods/beside.ts';
import { residentMemory } from '../../bench/rig/memory.ts';
import { isWhole } from '../rig/cases.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { openWorld, type World } from './rig.ts';

// How long the home page takes beside floods: `npm run bench -- floods`.

/** What silent clients may cost, in MB, however many they are. */
const MOST_MEMORY = 200;
/** Time for answers to be made, in ms. */
const LOOK_FOR = 5000;

const partOf = (at: number) => (at % 2 === 0 ? '' : `&after=2025-02-${10 + (at % 9)}.${at}`);

test.each<[what: string, count: number, letters: number, clients: number, (at: number) => string]>([
  ['the whole list', 1200, 12_000, 200, () => asking('/api/news')],
  // The kernel holds the first answers of a connection.
  ['large parts of it', 300, 60_000, 150, (at) => asking(`/api/news?limit=100${partOf(at)}`).repeat(4)],
])('clients that ask for %s and read nothing take bounded memory', async (_what, count, letters, clients, requests) => {
  const world = await needWorld();
  const { pid, origin } = world.server;
  await publishLong(world, count, letters);
  const before = await residentMemory(pid);
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMemory(pid));
  }, 50);
  const silent = await silentClients(origin, isWhole ? clients : clients / 5, requests);
  await sleep(LOOK_FOR);
  clearInterval(timer);
  silent.end();
  expect(most - before).toBeLessThan(MOST_MEMORY);
});

const PAGES = ['/', '/news', '/watch', '/vote', '/news/last'];
const HOSTS = 20;

/** Spellings of known and unknown addresses that look like new ones. */
const SPELLINGS: ((at: number) => string)[] = [
  (at) => `/api/news?limit=100&fields=z${at}`,
  (at) => `/api/news?limit=${1 + (at % 100)}`,
  (at) => `/api/news?limit=100&after=2025-01-${10 + (at % 20)}.${at}`,
  (at) => `/feed.xml#${at}`,
  (at) => `/%${(0x61 + (at % 26)).toString(16)}eed.xml`,
  () => '/f%65ed.xml',
  (at) => `/api/n%65ws?limit=${1 + (at % 100)}`,
  (at) => `/news.data?_routes=${at}`,
  (at) => `/news?page=2&page=${at}`,
  (at) => `/news?page=${at}`,
  (at) => `/news/long-${at}`,
  (at) => `/news/unknown-${at}`,
  (at) => `/unknown-${at}`,
  (at) => `/player?src=${at}`,
  (at) => `/?view=${at}`,
  (at) => `/results?screen=${1 + at}`,
  (at) => `/watch?t=${at}`,
  (at) => `/api/news?tag=${at}`,
  (at) => `/api/results/${1 + at}`,
];

test.skipIf(isOnPostgres)(
  'no anonymous request pushes out the last good pages, which are sent while the database is away',
  async () => {
    const { server, db, send, call } = await needWorld();
    await publishLong({ db, call }, 300, 60_000);
    for (const page of PAGES) await send({ path: page });
    for (let at = 0; at < (isWhole ? 1000 : 200); at += 1)
      await send({ path: SPELLINGS[at % SPELLINGS.length]?.(at) ?? '/' });
    for (let at = 0; at < HOSTS; at += 1)
      for (const page of PAGES) await send({ path: page, headers: { host: `host-${at}.example` } });
    // Nothing fresh is cached from here on: answers are stale.
    await call('PUT', '/api/admin/news/last', { title: 'Последняя правка' });
    for (const file of ['rampa.sqlite', 'rampa.sqlite-wal']) await truncate(path.join(server.dataDir, file));
    expect((await send({ path: '/api/news?limit=37&after=2025-01-10.3' })).status).toBe(503);
    for (const page of PAGES) expect([page, (await send({ path: page })).status]).toEqual([page, 200]);
  },
);

async function needWorld(): Promise<World> {
  const world = await openWorld();
  onTestFinished(world.close);
  return world;
}
