import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { Live } from '../../http/live/live.ts';
import { listenTo } from '../rig/event-stream.ts';
import { needGatedSite } from '../rig/needs.ts';
import { listen } from '../rig/sockets.ts';

const { t, gate } = await needGatedSite();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

async function setVote(change: object): Promise<void> {
  const vote = { is_voting_enabled: true, voting_url: `https://vote.example.org/${SECRET}`, ...change };
  await expect.poll(async () => (await t.editor('PUT', '/api/vote-settings', vote)).statusCode).toBe(200);
}

const SECRET = 'secret-room';
const NOTHING_NEW = { version: 1, epoch: 'aaaaaaaa' };
const ANSWERS = ['/', '/vote', '/vote.data', '/vote.data?_routes=routes/public/vote', '/api/vote-settings'];

test('a vote that closes while the database is away closes on its second, and nothing names its address any more', async () => {
  const closesAt = Date.now() + 4000;
  await setVote({ opens_at: null, closes_at: new Date(closesAt).toISOString() });
  for (const path of ANSWERS) expect((await t.visitor('GET', path)).statusCode).toBe(200);
  expect((await t.visitor('GET', '/vote')).payload).toContain(SECRET);
  const stream = await listenTo(`${origin}/api/live`);
  expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'open' });
  await gate.whileClosed(async () => {
    expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'closed', voting_url: '' });
    expect(Date.now()).toBeGreaterThanOrEqual(closesAt);
    for (const path of [...ANSWERS, '/api/live?poll']) {
      expect([path, (await t.visitor('GET', path)).payload.includes(SECRET)]).toEqual([path, false]);
    }
    const late = await listenTo(`${origin}/api/live`);
    expect((await late.next('vote-settings')).data).toMatchObject({ vote_state: 'closed', voting_url: '' });
    late.close();
  });
  stream.close();
});

test('a vote opens on its second while the database is away', async () => {
  const opensAt = Date.now() + 3000;
  await setVote({ opens_at: new Date(opensAt).toISOString(), closes_at: null });
  const stream = await listenTo(`${origin}/api/live`);
  expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'upcoming', voting_url: '' });
  await gate.whileClosed(async () => {
    expect((await stream.next('vote-settings')).data).toMatchObject({ vote_state: 'open' });
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt);
  });
  stream.close();
});

test('a server that could read nothing yet makes nothing up, and tells the state to those who wait once it can', async () => {
  await setVote({ opens_at: null, closes_at: null });
  let live: Live | undefined;
  const server = createServer((_request, response) => void live?.join(response, {}, '127.0.0.1', undefined));
  const port = await listen(server);
  await gate.close();
  live = new Live(t.store.db, t.config);
  await expect(live.poll()).rejects.toMatchObject({ status: 503 });
  const stream = await listenTo(`http://127.0.0.1:${port}/`);
  await gate.open();
  const heard = stream.next('vote-settings');
  const again = setInterval(() => live.announce({ topic: 'vote-settings' }, NOTHING_NEW), 200);
  expect((await heard).data).toMatchObject({ vote_state: 'open' });
  clearInterval(again);
  stream.close();
  live.close();
  server.close();
});
