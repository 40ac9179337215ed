import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, signIn } from '../rig/browser/panel.ts';
import { startServer, type TestServer } from '../rig/server.ts';
import { openBrowser, type Person } from './person.ts';

let server: TestServer;
let visitor: Person;
let token: string;
beforeAll(async () => {
  [server, visitor] = await Promise.all([startServer(), openBrowser()]);
  token = await signIn(server.origin);
});
afterAll(async () => {
  await Promise.all([visitor.close(), server.stop()]);
});

async function put(address: string, body: object): Promise<void> {
  expect((await send(server.origin, 'PUT', address, token, body)).status).toBe(200);
}

test.each([
  [
    '/watch-settings',
    '/watch',
    { title: 'Финал в эфире', description: 'Из зала', is_stream_enabled: true },
    'h1',
    'Финал в эфире',
  ],
  [
    '/vote-settings',
    '/vote',
    { is_voting_enabled: true, voting_url: 'https://vote.example.org/' },
    'main a[href^="https://vote.example.org"]',
    '',
  ],
] as const)('a change of %s shows on the open page', async (address, page, change, selector, text) => {
  await visitor.open(server.origin + page);
  await visitor.see('h1');
  await visitor.run(() => void Object.assign(window, { sameDocument: true }));
  await put(address, change);
  await visitor.see(selector, text);
  expect(await visitor.run(() => 'sameDocument' in window)).toBe(true);
  expect(visitor.complaints).toEqual([]);
});
