import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';

const site = await needSite();

test('in the whole site, who is answered before the body was there, or asks for nothing known, is not waited for either', async () => {
  const origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
  // From the second time on the page comes from memory.
  await fetch(`${origin}/vote`);
  const targets = [
    ...['GET /vote', 'GET /api/news', 'POST /nope', 'POST /api/nope', 'PUT /vote', 'POST /%zz'],
    ...['POST /api/upload', 'POST /api/admin/news', 'PUT /api/vote-settings'],
  ];
  expect((await Promise.all(targets.map((target) => trickle(origin, target)))).filter(Boolean)).toEqual([]);
});

/** The request when its connection outlived the time for a body, with something to spare for a busy machine. */
async function trickle(origin: string, target: string): Promise<string | undefined> {
  const head = [`Host: ${new URL(origin).host}`, 'Content-Type: application/json', 'Content-Length: 50000'];
  const socket = openSocket(origin, `${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`).resume();
  const pace = setInterval(() => socket.write(' '), 1000);
  // However it ends: a reset is an end, too.
  const ended = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)));
  const outlived = await Promise.race([ended, sleep(45_000, target)]);
  clearInterval(pace);
  return outlived;
}
