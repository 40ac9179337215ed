import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../rig/app.ts';
import { createGate } from '../rig/database/gate.ts';
import { runOn, startPostgres } from '../rig/database/postgres.ts';
import { listenTo } from '../rig/event-stream.ts';

// One name, `gate`, leads to the primary, and after its death to the standby that took its place. Two servers use the name.
const primary = await startPostgres();
const gate = await createGate(primary.port);
const { href } = Object.assign(new URL(primary.url), { port: String(gate.port) });
const a = await createTestApp({}, href);
const b = await createTestApp({}, href);
const standby = await primary.startStandby();
const stream = await listenTo(`${await b.app.listen({ port: 0, host: '127.0.0.1' })}/api/live`);
afterAll(async () => {
  stream.close();
  for (const { close } of [a, b, gate]) await close();
  for (const { stop } of [standby, primary]) await stop();
});

const acknowledged: string[] = [];
let last = 0;
async function publish(): Promise<number> {
  last += 1;
  const slug = `n-${last}`;
  const { statusCode } = await a.editor('POST', '/api/admin/news', { title: `Новость ${slug}`, slug });
  if (statusCode === 201) acknowledged.push(slug);
  return statusCode;
}

test('a standby takes the place of a primary that died: nothing acknowledged is lost, pages stay, everything goes on', async () => {
  for (let times = 0; times < 10; times += 1) expect(await publish()).toBe(201);
  await toldOf('n-10');
  // Read after b has heard of the last change: this is kept.
  expect((await b.visitor('GET', '/news')).payload).toContain('Новость n-10');

  await primary.kill();
  const refused = await a.editor('POST', '/api/admin/news', { title: 'Нельзя' });
  expect([refused.statusCode, refused.json().message]).toEqual([503, expect.stringMatching(/[а-яё]+.*\./i)]);
  expect((await b.visitor('GET', '/news')).statusCode).toBe(200);

  // The name leads to the standby before that is promoted: it can be read, and must not be taken for the site's database.
  gate.aim(standby.port);
  for (let times = 0; times < 10; times += 1) expect(await publish()).toBe(503);
  await expect.poll(async () => (await a.visitor('GET', '/readyz')).statusCode).toBe(503);
  expect((await b.visitor('GET', '/news')).statusCode).toBe(200);

  await runOn(standby.url, 'select pg_promote()');
  await expect.poll(publish).toBe(201);
  const there = (await b.visitor('GET', '/api/news?limit=100')).json().map(({ slug }: { slug: string }) => slug);
  for (const slug of acknowledged) expect(there).toContain(slug);

  // Who listens hears again.
  await toldOf(`n-${last}`);
});

/** Waits until an open page at b is told of it; after a gap nobody knows names, and another article is made. */
async function toldOf(slug: string): Promise<void> {
  for (let wanted = slug; ; ) {
    const { data } = await stream.next('news');
    const { slug: named } = data as { slug?: string };
    if (named === wanted) return;
    if (named !== undefined) continue;
    await publish();
    wanted = `n-${last}`;
  }
}
