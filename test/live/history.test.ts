import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { needHeard } from './heard.ts';

const t = await needHeard();

const publish = (slug?: string, more: object = {}) =>
  t.editor('POST', '/api/admin/news', { title: `Новость ${slug}`, ...(slug && { slug }), ...more });
const nameOf = ({ data }: { data: unknown }) => (data as { slug?: string }).slug;

test('an article that was published by hand is not named again when the clock brings another', async () => {
  const stream = await t.open();
  await publish('by-hand');
  expect(nameOf(await stream.next('news'))).toBe('by-hand');
  await publish('by-clock', { status: 'scheduled', publishAt: new Date(Date.now() + 1500).toISOString() });
  expect(nameOf(await stream.next('news'))).toBeUndefined();
  expect(nameOf(await stream.next('news'))).toBe('by-clock');
  await publish('last');
  expect(nameOf(await stream.next('news'))).toBe('last');
});

test.each<[string, (winner: string) => Promise<unknown>]>([
  ['deleted', (winner) => t.editor('DELETE', winner)],
  ['made a draft', (winner) => t.editor('PUT', winner, { status: 'draft' })],
  ['moved to another address', (winner) => t.editor('PUT', winner, { slug: 'moved' })],
  [
    'expired',
    async (winner) => {
      const stream = await t.open();
      await t.editor('PUT', winner, { expiresAt: new Date(Date.now() + 1500).toISOString() });
      await stream.next('news');
      await stream.next('news');
    },
  ],
])('a page that comes back does not learn the name of an article that was %s meanwhile', async (how, withdraw) => {
  const [first, winner, last] = ['first', 'winner', 'last'].map((name) => `${name}-${how.replaceAll(' ', '-')}`);
  const before = await t.open();
  await publish(first);
  const { id } = await before.next('news');
  await publish(winner);
  await withdraw(`/api/admin/news/${winner}`);
  const again = await t.open({ 'last-event-id': id });
  await publish(last);
  const told: string[] = [];
  for (let slug: string | undefined; slug !== last; ) {
    slug = nameOf(await again.next('news'));
    told.push(slug ?? '');
  }
  // The new address is public; its announcement may follow the response.
  expect(told.filter((slug) => slug !== '' && slug !== 'moved')).toEqual([last]);
});

test.each([
  ['long before this server began', '1000000000000-1000000000000'],
  ['that has not come yet', '999999999999999-999999999999999-999999999999999'],
])('a page that names a moment %s is told that the lists may have changed', async (_which, id) => {
  const stream = await t.open({ 'last-event-id': id });
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { event: 'news', data: {} },
    { event: 'site-content', data: {} },
  ]);
});

test.each(['', '0', '-', 'x'.repeat(5000), '1'.repeat(400), '1e13-1e13', '1763600000000-1763600000000-x'])(
  'a page that names no moment (%s) is told the state alone',
  async (id) => {
    const stream = await t.open({ 'last-event-id': id });
    const { slug } = (await publish()).json();
    expect(nameOf(await stream.next())).toBe(slug);
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
  const stream = await t.open();
  const { slug } = (await publish()).json();
  expect(nameOf(await stream.next('news'))).toBe(slug);
});
