import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrate } from '../../db/open.ts';
import { notify } from '../../db/postgres/notices.ts';
import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { readChange } from '../../db/write.ts';
import { ChangeFeed } from '../../http/live/change-feed.ts';
import { needDatabase } from '../rig/needs.ts';

// What a server is told of changes that others make, when notices and the count of changes do not come in step.
let db: Db;
let changes: ChangeFeed;
/** In order; undefined is "something has changed, and nobody knows what". */
let told: (TopicMessage | undefined)[];
let dropped: (TopicMessage | undefined)[];
/** Of the database: a notice of another one makes the server begin anew. */
let epoch: string;
const warn = vi.fn();

beforeEach(async () => {
  const fresh = await needDatabase();
  db = fresh.db;
  await migrate(db);
  ({ epoch } = await readChange(db));
  [told, dropped] = [[], []];
  warn.mockClear();
  const log = { warn } as Partial<FastifyBaseLogger> as FastifyBaseLogger;
  const audience = {
    newsPages: { follow: () => {} },
    pageCache: { drop: (message?: TopicMessage) => void dropped.push(message) },
    live: { publish: (message: TopicMessage | undefined) => void told.push(message) },
  };
  changes = new ChangeFeed(db, fresh.databaseUrl, audience, log);
  await untilItListens();
});
afterEach(() => changes.stop());

const lines = sql<{ pid: number; asked: boolean }>`
  select pid, query like 'select%' as asked from pg_stat_activity
  where application_name = 'rampa changes' and datname = current_database()`;

/** The line stands, and was asked over it where the database stands: from now on a change without a notice is a lost one. */
async function untilItListens(): Promise<number | undefined> {
  await expect.poll(async () => (await lines.execute(db)).rows.map(({ asked }) => asked)).toEqual([true]);
  // The answer to what was asked has been looked at when it has been asked once more.
  await sleep(2500);
  [told, dropped] = [[], []];
  return (await lines.execute(db)).rows[0]?.pid;
}

/** Commits changes as another server does, without NOTIFY. */
async function commit(count: number): Promise<number> {
  await db
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', count) }))
    .execute();
  return (await readChange(db)).version;
}

const named = (slug: string): TopicMessage => ({ topic: 'news', article: { slug, title: slug } });
const say = (slug: string, version: number) => notify(db, named(slug), { version, epoch });

test('a notice that comes later than the count of changes is waited for, and is no loss', async () => {
  const last = await commit(2);
  // Out of its turn, which makes the server look at the count at once.
  await say('second', last);
  await sleep(300);
  await say('first', last - 1);
  await expect.poll(() => told).toEqual([named('first'), named('second')]);
  await sleep(1500);
  expect([told.length, warn.mock.calls]).toEqual([2, []]);
});

test('a change of this server’s own that waits for another one is not told again by its notice', async () => {
  const last = await commit(2);
  changes.publish(named('second'), { version: last, epoch });
  await say('second', last);
  await say('first', last - 1);
  await expect.poll(() => told).toEqual([named('first'), named('second')]);
  expect(dropped).toEqual([named('second'), named('first')]);
});

test('a notice that has arrived and was not looked at, because the server was busy, is no loss', async () => {
  const last = await commit(2);
  await say('second', last);
  await sleep(300);
  void say('first', last - 1);
  await new Promise(setImmediate);
  // Nothing else is done until the time for the notice is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await expect.poll(() => told).toEqual([named('first'), named('second')]);
  await sleep(500);
  expect([told.length, warn.mock.calls]).toEqual([2, []]);
});

test('a notice that does not come is a loss: it is said, and another line is opened', async () => {
  const before = await untilItListens();
  await commit(1);
  await expect.poll(() => told).toEqual([undefined]);
  expect(warn).toHaveBeenCalledOnce();
  expect(await untilItListens()).not.toBe(before);
});

test('what was committed while there was no line is told quietly, and the new line stays', async () => {
  const before = await untilItListens();
  await sql`select pg_terminate_backend(${before})`.execute(db);
  await commit(1);
  await expect.poll(() => told).toEqual([undefined]);
  const after = await untilItListens();
  expect(after).not.toBe(before);
  expect((await lines.execute(db)).rows.map(({ pid }) => pid)).toEqual([after]);
  expect(warn).not.toHaveBeenCalled();
});
