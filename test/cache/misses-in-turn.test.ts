import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { signIn } from '../crash/client.ts';
import { needProcess } from '../rig/needs.ts';

const READERS = 300;

const server = await needProcess();

/** On a connection of its own, or of the agent. */
async function read(path: string, agent: Agent | false, headers: Record<string, string> = {}): Promise<number> {
  const [answer] = (await once(get(server.origin + path, { agent, headers }), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}

test.each([
  ['unknown pages', {}],
  ['unknown pages, with a token that is none', { authorization: 'x' }],
])('a kept page is sent while 300 clients wait for %s', async (_what, headers: Record<string, string>) => {
  expect(await read('/', false)).toBe(200);
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  let answered = 0;
  const flood = Array.from({ length: READERS }, async (_, at) => {
    const status = await read(`/unknown/x-${headers.authorization}-${at}`, agent, headers);
    answered += 1;
    return status;
  });
  expect(await read('/', false)).toBe(200);
  expect(answered).toBeLessThan(READERS / 2);
  const statuses = new Set(await Promise.all(flood));
  statuses.delete(503);
  expect([...statuses]).toEqual([404]);
  agent.destroy();
});

test('a fixed page that has to be made anew does not wait behind them either', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  const token = await signIn(server.origin);
  let answered = 0;
  const flood = Array.from({ length: READERS }, async (_, at) => {
    await read(`/anew/x-${at}`, agent);
    answered += 1;
  });
  const body = JSON.stringify({ title: 'Голосуем', description: '' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const saved = await fetch(`${server.origin}/api/vote-settings`, { method: 'PUT', headers, body });
  expect([saved.status, await read('/', false)]).toEqual([200, 200]);
  expect(answered).toBeLessThan(READERS / 2);
  await Promise.all(flood);
  agent.destroy();
});
