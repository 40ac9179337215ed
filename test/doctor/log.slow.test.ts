import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../rig/server.ts';

const SECRET = 'kanareika';

test('a database that refuses to answer is told of with its reason and without its password, once in a while', async () => {
  const deaf = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as { port: number };
  const server = await startServer({
    isReady: false,
    env: { DATABASE_URL: `postgres://rampa:${SECRET}%2Fpassword@127.0.0.1:${port}/rampa` },
  });
  const statuses = [];
  for (let tries = 0; tries < 20; tries += 1) statuses.push((await fetch(`${server.origin}/api/news`)).status);
  statuses.push((await fetch(`${server.origin}/news`)).status);
  await server.stop();
  deaf.close();

  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(server.log()).not.toContain(SECRET);
  const lines = server.log().trim().split('\n');
  const told = lines.map((line) => JSON.parse(line)).filter(({ route, status }) => route && status === 503);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(20);
  const reason = { level: 'warn', code: 'unavailable', err: { message: expect.any(String) } };
  expect(told[0]).toMatchObject({ route: '/api/news', ...reason });
  for (const line of told) expect(line).toMatchObject(reason);
});

test('a secret that stands in the message of an error is taken out of it', async () => {
  const host = `${SECRET}-metrics.invalid`;
  const server = await startServer({
    isReady: false,
    env: { METRICS_TOKEN: `${SECRET}-metrics`, DATABASE_URL: `postgres://rampa@${host}/rampa` },
  });
  await fetch(`${server.origin}/api/news`);
  await server.stop();
  expect(server.log()).toContain('[hidden].invalid');
  expect(server.log()).not.toContain(SECRET);
});
