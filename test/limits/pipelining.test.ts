import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/folder.ts';
import { needSite } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';
import { keepLarge } from '../rig/world/kept-pictures.ts';

const t = await needSite();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Returns the received bytes, and whether the server closed the connection. */
function send(requests: string) {
  const client = openSocket(origin, requests);
  let text = '';
  let isOver = false;
  client.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  client.once('close', () => {
    isOver = true;
  });
  return { client, received: () => text, isOver: () => isOver };
}

test('eight requests may wait behind an answer, and all are answered in their order', async () => {
  const { received } = send(asking('/news').repeat(9));
  await expect.poll(() => received().match(/HTTP\/1\.1 200/g)?.length).toBe(9);
});

test('a request behind an answer that is not read costs nothing until it is', async () => {
  const name = `${'a'.repeat(32)}.png`;
  await keepLarge(t.store.db, uploadsIn(t.config.dataDir), name);
  const opening = vi.spyOn(t.store.uploads, 'open');
  const { client, received } = send(asking(`/uploads/${name}`).repeat(3));
  await once(client, 'data');
  client.pause();
  expect(opening).toHaveBeenCalledTimes(1);
  client.resume();
  await expect.poll(() => client.bytesRead).toBeGreaterThan(3 * 12 * 1024 * 1024);
  expect(received().match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(opening).toHaveBeenCalledTimes(3);
});

test('one with a body behind another is read and answered in its turn', async () => {
  const body = JSON.stringify({ username: 'nobody', password: 'неверный пароль' });
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  const login = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`;
  const { received } = send(asking('/news') + login + asking('/about'));
  const statuses = () => Array.from(received().matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
  await expect.poll(statuses).toEqual(['200', '401', '200']);
});

test('more of them end the connection', async () => {
  const { received, isOver } = send(asking('/news').repeat(300));
  await expect.poll(isOver).toBe(true);
  expect(received().split('HTTP/1.1 ').length).toBeLessThan(20);
});

test.each([
  ['before it', asking('/api/live') + asking('/about')],
  ['behind it', asking('/api/live')],
])('an event stream ends when another request comes on its connection: %s has joined', async (_when, requests) => {
  const { client, received, isOver } = send(requests);
  if (!requests.includes('about')) {
    await expect.poll(received).toContain('text/event-stream');
    client.write(asking('/about'));
  }
  await expect.poll(isOver).toBe(true);
  expect(received()).not.toContain('<html');
});
