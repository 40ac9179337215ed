import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { needGatedSite } from '../rig/needs.ts';

const PAGES = ['/', '/news', '/news/first', '/api/news', '/feed.xml'];

const { t, gate } = await needGatedSite();

test('a database that falls silent without closing anything is noticed, gone round, and found again', async () => {
  for (const path of PAGES) await t.visitor('GET', path);
  await t.editor('POST', '/api/admin/news', { title: 'Вторая', slug: 'second' });
  gate.freeze();
  const answers = await Promise.all([...PAGES, ...PAGES].map((path) => t.visitor('GET', path)));
  for (const answer of answers) expect([answer.statusCode, answer.headers['x-stale']]).toEqual([200, '1']);
  const refused = await Promise.all([
    t.editor('PUT', '/api/admin/news/first', { title: 'Правка' }),
    t.editor('GET', '/api/admin/news'),
    t.visitor('GET', '/readyz'),
    t.visitor('GET', '/news/second'),
  ]);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
  gate.thaw();
  await expect.poll(async () => (await t.visitor('GET', '/readyz')).statusCode).toBe(200);
  await expect.poll(async () => (await t.visitor('GET', '/news')).headers['x-stale']).toBeUndefined();
  expect((await t.visitor('GET', '/news')).payload).toContain('Вторая');
  expect((await t.editor('PUT', '/api/admin/news/first', { title: 'Правка' })).statusCode).toBe(200);
});

test('a query that takes long is waited for', async () => {
  const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(3)`.execute(t.store.db);
  expect(rows).toEqual([{ done: 1 }]);
});

test('a database that answers on its connections is there, however long a new one takes', async () => {
  await Promise.all([sleep(0.1), sleep(0.1)]);
  gate.holdNew(true);
  await askUntilDone(sleep(3));
  gate.holdNew(false);
});

test('nor does it look silent when a connection that had said much is closed meanwhile', async () => {
  const { db } = t.store;
  const talk = sql<{ pid: number }>`select pg_backend_pid() as pid, repeat('x', 1000000) from pg_sleep(0.1)`;
  // The one that has talked is given back first, and so is taken last: the others are enough for all that is asked here.
  const [{ rows }] = await Promise.all([talk.execute(db), ...Array.from({ length: 5 }, () => sleep(1))]);
  gate.holdNew(true);
  const done = askUntilDone(sleep(3));
  await expect.poll(() => gate.held()).toBeGreaterThan(0);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  await done;
  gate.holdNew(false);
});

const sleep = (seconds: number): Promise<unknown> => sql`select pg_sleep(${seconds})`.execute(t.store.db);

/** Something is said on another connection all the while. */
async function askUntilDone(long: Promise<unknown>): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await Promise.race([long.then(() => true), setTimeout(50, false)]);
    const { rows } = await sql<{ done: number }>`select 1 as done`.execute(t.store.db);
    expect(rows).toEqual([{ done: 1 }]);
  }
}
