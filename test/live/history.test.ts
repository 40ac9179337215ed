import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../rig/app.ts';
import type { Stream } from '../rig/event-stream.ts';
import { createHeardApp, type Heard } from './heard.ts';

let heard: Heard;
let t: TestApp;
beforeEach(async () => {
  heard = await createHeardApp();
  t = heard.t;
});
afterEach(() => heard.close());

/** A stream that has been told the state. */
async function open(headers?: Record<string, string>): Promise<Stream> {
  const stream = await heard.listen(headers);
  await stream.next('vote-settings');
  return stream;
}

const publish = (slug: string, more: object = {}) =>
  t.editor('POST', '/api/admin/news', { title: `Новость ${slug}`, slug, ...more });
const nameOf = ({ data }: { data: unknown }) => (data as { slug?: string }).slug;

test('an article that was published by hand is not named again when the clock brings another', async () => {
  const stream = await open();
  await publish('by-hand');
  expect(nameOf(await stream.next('news'))).toBe('by-hand');
  await publish('by-clock', { status: 'scheduled', publishAt: new Date(Date.now() + 3000).toISOString() });
  expect(nameOf(await stream.next('news'))).toBeUndefined();
  expect(nameOf(await stream.next('news'))).toBe('by-clock');
  await publish('last');
  expect(nameOf(await stream.next('news'))).toBe('last');
});

test.each([
  ['deleted', () => t.editor('DELETE', '/api/admin/news/winner')],
  ['made a draft', () => t.editor('PUT', '/api/admin/news/winner', { status: 'draft' })],
  ['moved to another address', () => t.editor('PUT', '/api/admin/news/winner', { slug: 'moved' })],
  [
    'expired',
    async () => {
      const stream = await open();
      const expiresAt = new Date(Date.now() + 3000).toISOString();
      await t.editor('PUT', '/api/admin/news/winner', { expiresAt });
      await stream.next('news');
      await stream.next('news');
    },
  ],
])('a page that comes back does not learn the name of an article that was %s meanwhile', async (_how, withdraw) => {
  const before = await open();
  await publish('first');
  const { id } = await before.next('news');
  before.close();
  await publish('winner');
  await withdraw();
  const again = await open({ 'last-event-id': id });
  await publish('last');
  const told: string[] = [];
  for (let slug: string | undefined; slug !== 'last'; ) {
    slug = nameOf(await again.next('news'));
    told.push(slug ?? '');
  }
  expect(told).not.toContain('winner');
  // The new address is public; its announcement may follow the response.
  expect(told.filter((slug) => slug !== '' && slug !== 'moved')).toEqual(['last']);
});

test.each([
  ['long before this server began', '1000000000000-1000000000000'],
  ['that has not come yet', '999999999999999-999999999999999-999999999999999'],
])('a page that names a moment %s is told that the lists may have changed', async (_which, id) => {
  const stream = await open({ 'last-event-id': id });
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { event: 'news', data: {} },
    { event: 'site-content', data: {} },
  ]);
});

test.each(['', '0', '-', 'x'.repeat(5000), '1'.repeat(400), '1e13-1e13', '1763600000000-1763600000000-x'])(
  'a page that names no moment (%s) is told the state alone',
  async (id) => {
    const stream = await open({ 'last-event-id': id });
    await publish('next');
    expect(nameOf(await stream.next())).toBe('next');
  },
);

test('a stream asked for behind another answer on the same connection is refused, not left hanging', async () => {
  const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  socket.write(ask('/about') + ask('/api/live') + ask('/readyz'));
  await expect.poll(() => heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503', 'HTTP/1.1 200']);
  socket.destroy();
  await once(socket, 'close');
});

test('who leaves before the stream has begun leaves nothing behind', async () => {
  for (let n = 0; n < 50; n += 1) {
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, n % 5));
    socket.destroy();
  }
  const stream = await open();
  await publish('next');
  expect(nameOf(await stream.next('news'))).toBe('next');
});
