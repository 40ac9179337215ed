import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { overheard } from '../rig/database/overheard.ts';
import { needSite } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';
import { AWAY, good, serveOnePage } from './one-page.ts';

const t = await needSite();

const siteOf = (make: (request: FastifyRequest) => Promise<string>, isOverloaded?: () => boolean) =>
  serveOnePage(t.store.db, make, isOverloaded);

async function callersOf(app: FastifyInstance): Promise<() => Promise<Socket>> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return async () => {
    const asked = once(app.server, 'request');
    const socket = openSocket(origin, 'GET /news HTTP/1.1\r\nHost: festival.example\r\n\r\n');
    await asked;
    return socket;
  };
}

test('while changes come faster than a page is made, it is made once at a time, and nobody gets one from before he asked', async () => {
  let [state, atOnce, most, made] = [0, 0, 0, 0];
  const { read, change } = await siteOf(async () => {
    const seen = state;
    made += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await sleep(20);
    atOnce -= 1;
    return String(seen);
  });
  const readers: Promise<void>[] = [];
  for (let at = 0; at < 200; at += 1) {
    const asked = state;
    readers.push(read().then(({ payload }) => expect(Number(payload)).toBeGreaterThanOrEqual(asked)));
    await sleep(2);
    state += 1;
    change();
  }
  await Promise.all(readers);
  expect(most).toBe(1);
  expect(made).toBeLessThan(readers.length);
  expect(await read()).toEqual(good(String(state)));
});

test('who waits for a page whose first reader has left gets another one', async () => {
  let made = 0;
  const { app, read } = await siteOf(async () => {
    made += 1;
    if (made === 1) await new Promise(() => {});
    return 'second';
  });
  const call = await callersOf(app);
  const first = await call();
  await expect.poll(() => made).toBe(1);
  const waiting = [read(), read()];
  first.destroy();
  expect([await Promise.all(waiting), made]).toEqual([[good('second'), good('second')], 2]);
});

test('an overloaded server sends its last good copies and refuses what it has none of, whatever header asks', async () => {
  let isOverloaded = false;
  let state = 'first';
  const { promise: held, resolve: finish } = Promise.withResolvers<string>();
  const { app, read, change } = await siteOf(
    async ({ url }) => (url === '/news/slow' ? held : state),
    () => isOverloaded,
  );
  const slow = read('/news/slow');
  await sleep(50);
  isOverloaded = true;
  const given = { authorization: 'Bearer nonsense', host: 'other.example', 'if-none-match': '*' };
  for (const headers of [{}, ...Object.entries(given).map((header) => Object.fromEntries([header]))]) {
    const { statusCode, headers: answered } = await app.inject({ url: '/news', headers });
    expect([statusCode, answered['retry-after']]).toEqual([503, '5']);
  }
  isOverloaded = false;
  expect(await read()).toEqual(good('first'));
  [isOverloaded, state] = [true, 'second'];
  expect(await read()).toEqual(good('first'));
  change();
  expect(await read()).toEqual({ ...good('first'), isStale: true });
  isOverloaded = false;
  expect(await read()).toEqual(good('second'));
  finish('slow');
  expect(await slow).toEqual(good('slow'));
});

test('a page that was made without something is not kept, and is better than an old one', async () => {
  let made = 0;
  const { read, change } = await siteOf(async (request) => {
    made += 1;
    if (made !== 3) request.failure = new Error('a text was missing');
    return `page ${made}`;
  });
  expect([await read(), await read(), await read()]).toEqual([good('page 1'), good('page 2'), good('page 3')]);
  expect(await read()).toEqual(good('page 3'));
  change();
  expect(await read()).toEqual(good('page 4'));
});

test('a page that was overtaken by an addition is the last good copy from then on, one that was overtaken by a withdrawal is not', async () => {
  let [state, isBroken] = [0, false];
  let meanwhile = () => {};
  const { read, cache } = await siteOf(async () => {
    if (isBroken) throw new Error('broken');
    const seen = state;
    meanwhile();
    return String(seen);
  });
  await read();
  for (const isWithdrawal of [undefined, true] as const) {
    state += 1;
    cache.drop({ topic: 'news' });
    meanwhile = () => cache.drop({ topic: 'news', isWithdrawal });
    expect(await read()).toEqual(good(String(state)));
    isBroken = true;
    expect(await read()).toMatchObject(isWithdrawal ? { status: 500 } : { status: 200, isStale: true, payload: '1' });
    isBroken = false;
  }
});

test('nothing is made for those who waited for a page and have hung up', async () => {
  const first = Promise.withResolvers<void>();
  let made = 0;
  const { app, read } = await siteOf(async () => {
    made += 1;
    if (made === 1) await first.promise;
    return `made ${made}`;
  });
  const call = await callersOf(app);
  const maker = await call();
  await expect.poll(() => made).toBe(1);
  for (const socket of await Promise.all([call(), call()])) socket.destroy();
  const connections = promisify(app.server.getConnections.bind(app.server));
  await expect.poll(() => connections()).toBe(1);
  maker.destroy();
  await expect.poll(() => connections()).toBe(0);
  await sleep(100);
  expect([made, await read()]).toEqual([1, good('made 2')]);
  first.resolve();
});

test('who asks after the hour of an article does not get the page that was asked for before it', async () => {
  const held = Promise.withResolvers<void>();
  const hour = Date.now() + 1500;
  const publishAt = new Date(hour).toISOString();
  await t.editor('POST', '/api/admin/news', { title: 'По часам', status: 'scheduled', publishAt });
  let made = 0;
  const { read } = await siteOf(async () => {
    made += 1;
    if (Date.now() >= hour) return 'after';
    await held.promise;
    return 'before';
  });
  const early = read();
  await sleep(hour - Date.now() + 5);
  const late = read();
  await sleep(20);
  held.resolve();
  expect([await early, await late]).toEqual([good('before'), good('after')]);
  expect([await read(), made]).toEqual([good('after'), 2]);
});

test('a reading that was begun before a save and fails after it does not hide what was saved', async () => {
  let fail: (() => void) | undefined;
  let isHeld = false;
  const onHold = overheard(t.store.db, () => isHeld && new Promise((_, reject) => (fail = () => reject(AWAY))));
  let state = 'first';
  const { read, change } = await serveOnePage(onHold, async () => state);
  expect(await read()).toEqual(good('first'));
  change();
  isHeld = true;
  const early = read();
  await expect.poll(() => fail).toBeDefined();
  [isHeld, state] = [false, 'second'];
  change();
  fail?.();
  expect(await early).toEqual({ ...good('first'), isStale: true });
  expect(await read()).toEqual(good('second'));
});
