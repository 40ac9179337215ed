import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { good, serveOnePage } from './one-page.ts';

const t = await needSite();

/** Readers over real connections, who can hang up. */
async function callersOf(app: FastifyInstance): Promise<() => Promise<Socket>> {
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return async () => {
    const socket = connect(Number(port), hostname);
    const asked = once(app.server, 'request');
    socket.write('GET /news HTTP/1.1\r\nHost: festival.example\r\n\r\n');
    await asked;
    return socket;
  };
}

test('nothing is made for those who waited for a page and have hung up', async () => {
  const first = Promise.withResolvers<void>();
  let made = 0;
  const { app, read } = await serveOnePage(t.store.db, async () => {
    made += 1;
    if (made === 1) await first.promise;
    return `made ${made}`;
  });
  const call = await callersOf(app);
  const maker = await call();
  await expect.poll(() => made).toBe(1);
  const waiting = await Promise.all([call(), call()]);
  for (const socket of waiting) socket.destroy();
  await expect.poll(() => countOf(app)).toBe(1);
  maker.destroy();
  await expect.poll(() => countOf(app)).toBe(0);
  await sleep(100);
  expect(made).toBe(1);
  expect(await read()).toEqual(good('made 2'));
  first.resolve();
});

function countOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
}

test('who asks after the hour of an article does not get the page that was asked for before it', async () => {
  const held = Promise.withResolvers<void>();
  const hour = Date.now() + 1500;
  await t.editor('POST', '/api/admin/news', {
    title: 'По часам',
    slug: 'clockwork',
    status: 'scheduled',
    publishAt: new Date(hour).toISOString(),
  });
  let made = 0;
  const { read } = await serveOnePage(t.store.db, async () => {
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
  // That one is kept: the next moment was asked for anew.
  expect([await read(), made]).toEqual([good('after'), 2]);
});

test('a reading that was begun before a save and fails after it does not hide what was saved', async () => {
  let fail: (() => void) | undefined;
  let isHeld = false;
  const onHold: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) =>
      isHeld ? new Promise((_resolve, reject) => (fail = () => reject(AWAY))) : Promise.resolve(result),
  };
  let state = 'first';
  const { read, change } = await serveOnePage(t.store.db.withPlugin(onHold), async () => state);
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

const AWAY = Object.assign(new Error('took too long'), { code: '57014' });
