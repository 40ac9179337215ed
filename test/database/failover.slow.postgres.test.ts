import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { createGate, type Gate } from '../rig/database/gate.ts';
import { type Postgres, startPostgres } from '../rig/database/postgres.ts';
import { listenTo, type Stream } from '../rig/event-stream.ts';

// One name, `gate`, leads to the primary, and after its death to the standby that took its place. Two servers use the name.
let primary: Postgres;
let standby: Postgres;
let gate: Gate;
let a: TestApp;
let b: TestApp;
let stream: Stream;
beforeAll(async () => {
  primary = await startPostgres();
  gate = await createGate(primary.port);
  const url = new URL(primary.url);
  url.port = String(gate.port);
  a = await createTestApp({}, url.href);
  b = await createTestApp({}, url.href);
  standby = await primary.startStandby();
  stream = await listenTo(`${await b.app.listen({ port: 0, host: '127.0.0.1' })}/api/live`);
});
afterAll(async () => {
  stream.close();
  await a.close();
  await b.close();
  await gate.close();
  await standby.stop();
  await primary.stop();
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

  await promote();
  await expect.poll(publish).toBe(201);
  const there = (await b.visitor('GET', '/api/news?limit=100')).json().map(({ slug }: { slug: string }) => slug);
  for (const slug of acknowledged) expect(there).toContain(slug);

  // Who listens hears again.
  await toldOf(`n-${last}`);
}, 120_000);

async function promote(): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url });
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
}

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
