import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const site = await needSite();

test('in the whole site, who is answered before the body was there, or asks for nothing known, is not waited for either', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  // From the second time on the page comes from memory.
  await fetch(`http://127.0.0.1:${port}/vote`);
  const targets = [
    ...['GET /vote', 'GET /api/news', 'POST /nope', 'POST /api/nope', 'PUT /vote', 'POST /%zz'],
    ...['POST /api/upload', 'POST /api/admin/news', 'PUT /api/vote-settings'],
  ];
  const held = await Promise.all(targets.map((target) => trickle(port, target)));
  expect(held.filter(Boolean)).toEqual([]);
});

/** The request when its connection outlived the time for a body, with something to spare for a busy machine. */
async function trickle(port: number, target: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume();
  const head = `${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n`;
  socket.write(head);
  const pace = setInterval(() => socket.write(' '), 1000);
  // However it ends: a reset is an end, too.
  const ended = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)));
  const outlived = await Promise.race([ended, sleep(45_000, target)]);
  clearInterval(pace);
  socket.destroy();
  return outlived;
}
