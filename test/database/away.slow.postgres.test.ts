import { createServer } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Live } from '../../http/live/live.ts';
import { listenTo } from '../rig/event-stream.ts';
import { needGatedSite } from '../rig/needs.ts';
import { listen } from '../rig/sockets.ts';

const { t, gate } = await needGatedSite();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

async function setVote(change: object): Promise<void> {
  const vote = { is_voting_enabled: true, voting_url: `https://vote.example.org/${SECRET}`, ...change };
  await expect.poll(async () => (await t.editor('PUT', '/api/vote-settings', vote)).statusCode).toBe(200);
}

const SECRET = 'secret-room';
const PAGES = ['/', '/news', '/news/first', '/api/news', '/feed.xml'];
const NOTHING_NEW = { version: 1, epoch: 'aaaaaaaa' };
const ANSWERS = ['/', '/vote', '/vote.data', '/vote.data?_routes=routes/public/vote', '/api/vote-settings'];

test('a vote that closes while the database is away closes on its second, and nothing names its address any more', async () => {
  const closesAt = Date.now() + 4000;
  await setVote({ opens_at: null, closes_at: new Date(closesAt).toISOString() });
  for (const path of ANSWERS) expect((await t.visitor('GET', path)).statusCode).toBe(200);
  expect((await t.visitor('GET', '/vote')).payload).toContain(SECRET);
  const stream = await listenTo(`${origin}/api/live`);
  expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'open' });
  await gate.whileClosed(async () => {
    expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'closed', voting_url: '' });
    expect(Date.now()).toBeGreaterThanOrEqual(closesAt);
    for (const path of [...ANSWERS, '/api/live?poll']) {
      expect([path, (await t.visitor('GET', path)).payload.includes(SECRET)]).toEqual([path, false]);
    }
    const late = await listenTo(`${origin}/api/live`);
    expect((await late.next('vote-settings')).data).toMatchObject({ vote_state: 'closed', voting_url: '' });
    late.close();
  });
  stream.close();
});

test('a vote opens on its second while the database is away', async () => {
  const opensAt = Date.now() + 3000;
  await setVote({ opens_at: new Date(opensAt).toISOString(), closes_at: null });
  const stream = await listenTo(`${origin}/api/live`);
  expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'upcoming', voting_url: '' });
  await gate.whileClosed(async () => {
    expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'open' });
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt);
  });
  stream.close();
});

test('a server that could read nothing yet makes nothing up, and tells the state to those who wait once it can', async () => {
  await setVote({ opens_at: null, closes_at: null });
  let live: Live | undefined;
  const server = createServer((_request, response) => void live?.join(response, {}, '127.0.0.1', undefined));
  const port = await listen(server);
  await gate.close();
  live = new Live(t.store.db, t.config);
  await expect(live.poll()).rejects.toMatchObject({ status: 503 });
  const stream = await listenTo(`http://127.0.0.1:${port}/`);
  await gate.open();
  const heard = stream.next('vote-settings');
  const again = setInterval(() => live.publish({ topic: 'vote-settings' }, NOTHING_NEW), 200);
  expect((await heard).data).toMatchObject({ vote_state: 'open' });
  clearInterval(again);
  stream.close();
  live.close();
  server.close();
});

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

test('a query that takes long is waited for: a database that answers on its connections is there, however long a new one takes', async () => {
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
    isDone = await Promise.race([long.then(() => true), after(50, false)]);
    const { rows } = await sql<{ done: number }>`select 1 as done`.execute(t.store.db);
    expect(rows).toEqual([{ done: 1 }]);
  }
}
