import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { readChange } from '../../db/change-counter.ts';
import { Live } from '../../http/live/live.ts';
import { addShow, arm, askOf, jury, reveal } from '../programme/show.ts';
import { rowsIn } from '../rig/cases.ts';
import { overheard } from '../rig/database/overheard.ts';
import { heardOn, openSocket } from '../rig/sockets.ts';
import { needHeard } from './heard.ts';

const t = await needHeard();

const publish = (slug?: string, more: object = {}) =>
  t.editor('POST', '/api/admin/news', { title: `Новость ${slug}`, ...(slug && { slug }), ...more });
const nameOf = ({ data }: { data: unknown }) => (data as { slug?: string }).slug;

test('an article is named at its moment, and one that was published by hand before is not named again', async () => {
  const stream = await t.open();
  await publish('by-hand');
  expect(nameOf(await stream.next('news'))).toBe('by-hand');
  const publishAt = new Date(Date.now() + 1500).toISOString();
  await publish('by-clock', { status: 'scheduled', publishAt });
  expect((await stream.next('news')).data).toEqual({});
  expect((await stream.next('news')).data).toEqual({ slug: 'by-clock', title: 'Новость by-clock' });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt));
  await publish('last');
  expect(nameOf(await stream.next('news'))).toBe('last');
});

async function expire(path: string): Promise<void> {
  const stream = await t.open();
  await t.editor('PUT', path, { expiresAt: new Date(Date.now() + 1500).toISOString() });
  await stream.next('news');
  await stream.next('news');
}

test.each<[string, (winner: string) => Promise<unknown>]>([
  ['deleted', (winner) => t.editor('DELETE', winner)],
  ['made a draft', (winner) => t.editor('PUT', winner, { status: 'draft' })],
  ['moved to another address', (winner) => t.editor('PUT', winner, { slug: 'moved' })],
  ['expired', (winner) => expire(winner)],
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
  expect(told.filter((slug) => slug !== '' && slug !== 'moved')).toEqual([last]);
});

test.each([
  ['that has not come yet', (epoch: string) => `${epoch}.999999999999999`],
  ['of another database', () => 'another1.1'],
])('a page that names a version %s is told that the lists may have changed', async (_which, made) => {
  const { epoch } = await readChange(t.store.db);
  const stream = await t.open({ 'last-event-id': made(epoch) });
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { event: 'news', data: {} },
    { event: 'site-content', data: {} },
  ]);
});

test.each(rowsIn<[string]>('live/ids.txt'))('a page that names no version (%s) is told the state alone', async (id) => {
  const stream = await t.open({ 'last-event-id': id });
  const { slug } = (await publish()).json();
  expect(nameOf(await stream.next())).toBe(slug);
});

test('a stream asked for behind another answer on the same connection is refused, not left hanging', async () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const heard = heardOn(openSocket(t.origin, ask('/about') + ask('/api/live') + ask('/readyz')));
  await expect.poll(() => heard().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503', 'HTTP/1.1 200']);
});

test('who leaves before the stream has begun leaves nothing behind', async () => {
  for (let n = 0; n < 50; n += 1) {
    const socket = openSocket(t.origin, 'GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, n % 5));
    socket.destroy();
  }
  const stream = await t.open();
  const { slug } = (await publish()).json();
  expect(nameOf(await stream.next('news'))).toBe(slug);
});

test('a page that polls is given no id that is newer than the state', async () => {
  const { epoch, version } = await readChange(t.store.db);
  let answered = Promise.resolve();
  const live = new Live(
    overheard(t.store.db, () => answered),
    readConfig({}),
  );
  await live.poll();
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  live.announce({ topic: 'urgent' }, { epoch, version: version + 1 });
  const asked = live.poll();
  live.announce({ topic: 'urgent' }, { epoch, version: version + 2 });
  resolve();
  expect((await asked).id).toBe(`${epoch}.${version + 1}`);
  live.close();
});

test('a step of a final of 26 is one event of at most a kilobyte; the first has the contestants, too', async () => {
  const ask = askOf(t);
  const names = Array.from({ length: 26 }, (_, at) => `Александра Константинопольская-${at}`);
  const { id, ids } = await addShow(ask, names);
  const marks = [12, 10, 8, 7, 6, 5, 4, 3, 2, 1];
  const givers = ['Томск', 'Петропавловск-Камчатский'].map((name) => [name, marks.map((mark, at) => [ids[at], mark])]);
  await arm(ask, id, jury(Object.fromEntries(givers)));
  const stream = await t.open();
  for (const [step, most] of [8192, 1024].entries()) {
    await reveal(ask, id);
    const { data, ...event } = await stream.next('results');
    expect(data).toMatchObject({ change: 'step', revealed: step + 1, step: { points: { length: 10 } } });
    expect(Buffer.byteLength(JSON.stringify({ ...event, data }))).toBeLessThanOrEqual(most);
  }
});
