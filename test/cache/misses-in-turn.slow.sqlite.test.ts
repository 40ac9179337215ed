import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { needProcess } from '../rig/needs.ts';
import { signIn } from '../rig/server.ts';

const READERS = 300;

const server = await needProcess();

async function read(path: string, agent: Agent | false, headers: Record<string, string> = {}): Promise<number> {
  const [answer] = (await once(get(server.origin + path, { agent, headers }), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}

function flood(path: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  const state = { answered: 0 };
  const statuses = Array.from({ length: READERS }, async (_, at) => {
    const status = await read(`${path}-${at}`, agent, headers);
    state.answered += 1;
    return status;
  });
  return { state, statuses: Promise.all(statuses).finally(() => agent.destroy()) };
}

test.each([
  ['unknown pages', {}],
  ['unknown pages, with a token that is none', { authorization: 'x' }],
])('a kept page is sent while 300 clients wait for %s', async (_what, headers: Record<string, string>) => {
  expect(await read('/', false)).toBe(200);
  const { state, statuses } = flood(`/unknown/x-${headers.authorization}`, headers);
  expect(await read('/', false)).toBe(200);
  expect(state.answered).toBeLessThan(READERS);
  expect([...new Set(await statuses)].filter((status) => status !== 503)).toEqual([404]);
});

test('a fixed page that has to be made anew does not wait behind them either', async () => {
  const token = await signIn(server.origin);
  const { state, statuses } = flood('/anew/x');
  const body = JSON.stringify({ title: 'Голосуем', description: '' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const saved = await fetch(`${server.origin}/api/vote-settings`, { method: 'PUT', headers, body });
  expect([saved.status, await read('/', false)]).toEqual([200, 200]);
  expect(state.answered).toBeLessThan(READERS);
  await statuses;
});
