import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerErrors } from '../server/refusals.ts';
import { shedLoad } from '../server/shedding.ts';

/** An application whose public answers have to be made, and whose loop is late when the test says so. */
function overloaded(isLate: () => boolean) {
  const app = Fastify();
  answerErrors(app);
  app.decorateRequest('cacheMiss', undefined);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.cached?.(request.url)) request.cacheMiss = MISS;
  });
  shedLoad(app, isLate);
  app.get('/news', { config: { cached: () => [] } }, async () => 'page');
  app.get('/api/auth/verify', async () => 'valid');
  app.get('/healthz', async () => 'ok');
  return app;
}

const MISS = { key: '', generation: 0, until: 0, expiresAt: 0, done: () => {} };

test('public answers that would have to be made wait for better times, everything else goes on', async () => {
  let isLate = true;
  const app = overloaded(() => isLate);
  const shed = await app.inject('/news');
  expect([shed.statusCode, shed.headers['retry-after'], shed.json().code]).toEqual([503, '5', 'overloaded']);
  for (const path of ['/api/auth/verify', '/healthz']) expect((await app.inject(path)).statusCode).toBe(200);
  isLate = false;
  expect((await app.inject('/news')).statusCode).toBe(200);
});

test('the loop counts as late after a second of it, and as on time again at once', async () => {
  const app = Fastify();
  app.decorateRequest('cacheMiss', undefined);
  app.addHook('onRequest', async (request) => {
    request.cacheMiss = MISS;
  });
  answerErrors(app);
  shedLoad(app);
  app.get('/', async () => 'page');
  const status = async () => (await app.inject('/')).statusCode;
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  const block = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  };
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await status()).toBe(200);
  for (let n = 0; n < 3; n += 1) {
    block(600);
    await turn();
  }
  expect(await status()).toBe(503);
  await expect.poll(status).toBe(200);
  await app.close();
});
