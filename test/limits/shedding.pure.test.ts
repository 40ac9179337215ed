import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerErrors } from '../../http/errors.ts';
import { createOverloadMonitor, shedLoad } from '../../http/limits/load-shedding.ts';

/** An application without cached answers, whose event loop is late when `isLate` says so. */
function overloaded(isLate: () => boolean, rendered?: Promise<string>) {
  const app = Fastify();
  answerErrors(app);
  shedLoad(app, isLate);
  app.get('/news', { config: { cached: 'pages' } }, async () => 'page');
  app.get('/news/slow', { config: { cached: () => undefined } }, () => rendered);
  app.get('/poster', { config: { sheds: true } }, async () => 'poster');
  app.get('/api/auth/verify', async () => 'valid');
  app.get('/healthz', async () => 'ok');
  return app;
}

test('public answers that would have to be made wait for better times, everything else goes on', async () => {
  let isLate = false;
  const { promise: rendered, resolve: finish } = Promise.withResolvers<string>();
  const app = overloaded(() => isLate, rendered);
  const other = Promise.resolve(app.inject('/news/slow'));
  await sleep(50);
  isLate = true;
  const shed = await app.inject('/news');
  expect([shed.statusCode, shed.headers['retry-after'], shed.payload]).toEqual([
    503,
    '5',
    expect.stringContaining('"overloaded"'),
  ]);
  expect((await app.inject('/poster')).statusCode).toBe(503);
  for (const path of ['/api/auth/verify', '/healthz']) expect((await app.inject(path)).statusCode).toBe(200);
  finish('slow');
  await other;
  await expect.poll(async () => (await app.inject('/news')).statusCode).toBe(200);
});

test('a lone visitor of a server that is late is no overload', async () => {
  const app = overloaded(() => true);
  for (const path of ['/news', '/poster']) expect((await app.inject(path)).statusCode).toBe(200);
});

test('eight cache misses are made at the same time; the others wait for their turn, and not for long', async () => {
  const app = Fastify();
  answerErrors(app);
  shedLoad(app, () => false);
  let made = 0;
  let { promise: held, resolve: go } = Promise.withResolvers<void>();
  app.get('/news/:slug', { config: { cached: () => undefined } }, async () => {
    made += 1;
    await held;
    return 'page';
  });
  app.get('/finished', async () => 'finished');
  const ask = (count: number) => Array.from({ length: count }, (_, at) => app.inject(`/news/${at}`));
  const first = ask(20);
  await sleep(50);
  expect([made, (await app.inject('/finished')).statusCode]).toEqual([8, 200]);
  go();
  expect(new Set((await Promise.all(first)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));

  ({ promise: held, resolve: go } = Promise.withResolvers<void>());
  const second = ask(9);
  await sleep(1100);
  go();
  const statuses = (await Promise.all(second)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 503)).toHaveLength(1);
  expect((await app.inject('/news/after')).statusCode).toBe(200);
});

test('the loop counts as late after a second of it, and as on time again at once', () => {
  const monitor = createOverloadMonitor(0, 0);
  monitor.check(100, 100);
  for (const at of [700, 1300]) {
    expect(monitor.isOverloaded(at, at)).toBe(false);
    monitor.check(at, at);
  }
  expect(monitor.isOverloaded(1300, 1300)).toBe(true);
  monitor.check(1400, 1400);
  expect(monitor.isOverloaded(1400, 1400)).toBe(false);
});

test('one long block of the loop is no overload, and a server that is kept waiting by others on its machine sheds nothing', () => {
  const monitor = createOverloadMonitor(0, 0);
  monitor.check(5000, 5000);
  expect(monitor.isOverloaded(5000, 5000)).toBe(false);
  monitor.check(5600, 5600);
  expect(monitor.isOverloaded(5600, 5600)).toBe(true);
  const waiting = createOverloadMonitor(0, 0);
  for (const at of [600, 1200, 1800]) waiting.check(at, at / 10);
  expect(waiting.isOverloaded(1800, 180)).toBe(false);
});
