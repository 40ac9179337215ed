import { expect, test, vi } from 'vitest';
import { countViewers } from '../../http/live/clients.ts';
import { signInAs } from '../rig/app.ts';
import { needHeard } from './heard.ts';

const t = await needHeard();

test('operators see how many event streams are open, authors and visitors do not', async () => {
  const broadcast = await signInAs(t, 'broadcast');
  const read = async () => (await broadcast('GET', '/api/admin/viewers')).json();
  expect(await read()).toMatchObject({ now: 0, minutes: [] });
  const streams = [await t.listen(), await t.listen()];
  await expect.poll(async () => (await read()).now).toBe(2);
  expect((await read()).is_all).toBe(t.config.databaseUrl === undefined);
  for (const stream of streams) stream.close();
  await expect.poll(async () => (await read()).now).toBe(0);
  const author = await signInAs(t, 'author');
  expect((await author('GET', '/api/admin/viewers')).statusCode).toBe(403);
  expect((await t.visitor('GET', '/api/admin/viewers')).statusCode).toBe(401);
});

test('the last sixty minutes are kept, each with its count', () => {
  vi.useFakeTimers({ now: Date.parse('2031-07-20T17:00:00Z') });
  let size = 0;
  const viewers = countViewers({ size: () => size });
  for (size = 1; size <= 61; size += 1) vi.advanceTimersByTime(60_000);
  const { now, minutes } = viewers.read();
  viewers.stop();
  vi.useRealTimers();
  expect([now, minutes.length]).toEqual([62, 60]);
  expect(minutes[0]).toEqual({ at: '2031-07-20T17:02:00.000Z', count: 2 });
  expect(minutes.at(-1)).toEqual({ at: '2031-07-20T18:01:00.000Z', count: 61 });
});
