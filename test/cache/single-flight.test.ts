import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { good, serveOnePage } from './one-page.ts';

const t = await needSite();

const siteOf = (make: (request: FastifyRequest) => Promise<string>, isOverloaded?: () => boolean) =>
  serveOnePage(t.store.db, make, isOverloaded);

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
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const first = connect(Number(address.port), address.hostname);
  first.write('GET /news HTTP/1.1\r\nHost: festival.example\r\n\r\n');
  await expect.poll(() => made).toBe(1);
  const waiting = [read(), read()];
  first.destroy();
  expect(await Promise.all(waiting)).toEqual([good('second'), good('second')]);
  expect(made).toBe(2);
});

test('a page that cannot be made is its last good copy, but for what was withdrawn', async () => {
  let isBroken = false;
  const { read, change, cache } = await siteOf(async () => {
    if (isBroken) throw new Error('broken');
    return 'good';
  });
  expect(await read()).toEqual(good('good'));
  isBroken = true;
  change();
  expect(await read()).toEqual({ ...good('good'), isStale: true });
  cache.drop({ topic: 'news', isWithdrawal: true });
  expect((await read()).status).toBe(500);
  isBroken = false;
  expect(await read()).toEqual(good('good'));
});

test('an overloaded server sends its last good copies and refuses what it has none of', async () => {
  let isOverloaded = false;
  let state = 'first';
  const { read, change } = await siteOf(
    async () => state,
    () => isOverloaded,
  );
  isOverloaded = true;
  expect((await read()).status).toBe(503);
  isOverloaded = false;
  expect(await read()).toEqual(good('first'));
  [isOverloaded, state] = [true, 'second'];
  expect(await read()).toEqual(good('first'));
  change();
  expect(await read()).toEqual({ ...good('first'), isStale: true });
  isOverloaded = false;
  expect(await read()).toEqual(good('second'));
});

test('no header spares an overloaded server the refusal of what it has to make', async () => {
  const { app } = await siteOf(
    async () => 'page',
    () => true,
  );
  for (const headers of [
    {},
    { authorization: 'Bearer nonsense' },
    { host: 'other.example' },
    { 'if-none-match': '*' },
  ]) {
    const { statusCode, headers: answered } = await app.inject({ url: '/news', headers });
    expect([statusCode, answered['retry-after']]).toEqual([503, '5']);
  }
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
