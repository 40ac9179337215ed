import { describe, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { needHeard, PUBLIC_ADDRESSES } from './heard.ts';

const WORDS = { title: 'Финал', description: 'Прямой эфир' };
const SECRET = 'rehearsal-7f';
const ADDRESSES = {
  stream_url: `https://cdn.example.org/${SECRET}.m3u8`,
  player_url: `https://rutube.ru/play/embed/${SECRET}`,
};
const NOTHING = { is_stream_enabled: false, stream_url: null, player_url: null, sources: [], active_source: null };
const HIDDEN = { stream_url: null, sources: null, active_source: null };

const t = await needHeard();
const framing = await needSite({ STREAM_PLAYER_URL: 'https://live.example.net:8443/embed?room=1' });

describe('while the stream is off', () => {
  const put = (change: object) => t.editor('PUT', '/api/watch-settings', { ...WORDS, ...change });
  const seen = async () => (await t.visitor('GET', '/api/watch-settings')).json();

  const list = [
    { id: `${SECRET}-vk`, title: `VK ${SECRET}`, player_url: ADDRESSES.player_url },
    { id: 'spare', title: 'Запасной', stream_url: ADDRESSES.stream_url },
  ];
  test.each([
    ['the addresses', ADDRESSES],
    ['the list of sources', { sources: list, active_source: `${SECRET}-vk`, starts_at: '2031-07-20T17:00:00Z' }],
  ])('%s are in no public byte, and come back with the switch', async (_what, settings) => {
    await put({ ...NOTHING, ...settings });
    for (const path of PUBLIC_ADDRESSES)
      expect([path, (await t.visitor('GET', path)).payload.includes(SECRET)]).toEqual([path, false]);
    const stream = await t.listen();
    expect((await stream.next('watch-settings')).data).toMatchObject({ ...HIDDEN, player_url: null });

    await put({ is_stream_enabled: true });
    const { data } = await stream.next('watch-settings');
    expect(data).toMatchObject({ is_stream_enabled: true, player_url: ADDRESSES.player_url });
    expect(data).toEqual(await seen());
    expect((await t.visitor('GET', '/watch')).payload).toContain(SECRET);

    await put({ is_stream_enabled: false });
    expect((await stream.next('watch-settings')).data).toMatchObject({ ...HIDDEN, player_url: null });
    expect((await t.visitor('GET', '/watch.data')).payload).not.toContain(SECRET);
  });

  test('the site’s own player is named, since it says nothing, a bad token opens nothing, and an administrator is answered all, kept nowhere', async () => {
    await put({ ...NOTHING, stream_url: ADDRESSES.stream_url });
    const answer = await t.visitor('GET', '/api/watch-settings', undefined, { authorization: 'Bearer nonsense' });
    expect(answer.json()).toMatchObject({ ...HIDDEN, player_url: '/player' });
    await put({ ...ADDRESSES, sources: list, active_source: 'spare' });
    const { headers, json } = await t.editor('GET', '/api/watch-settings');
    expect(headers['cache-control']).toBe('no-store');
    expect(json()).toMatchObject({ ...ADDRESSES, active_source: 'spare', sources: { length: 2 } });
  });
});

test('a player that the environment names is allowed by that, its frame and its pages in the settings too', async () => {
  const put = (change: object) => framing.editor('PUT', '/api/watch-settings', { ...WORDS, ...change });
  expect((await framing.visitor('GET', '/api/watch-settings')).json().player_url).toBeNull();
  await put({ is_stream_enabled: true, stream_url: 'https://cdn.example.org/live.m3u8' });
  const page = await framing.visitor('GET', '/watch');
  expect(page.payload).toContain('https://live.example.net:8443/embed?room=1&amp;src=');
  const [, frames = ''] = /frame-src ([^;]+)/.exec(String(page.headers['content-security-policy'])) ?? [];
  expect(frames.split(' ')).toContain('https://live.example.net:8443');
  expect((await put({ player_url: 'https://live.example.net:8443/other' })).statusCode).toBe(200);
  for (const player_url of ['https://live.example.net/other', 'http://live.example.net:8443/', 'https://example.net/'])
    expect((await put({ player_url })).statusCode).toBe(400);
});

test.each([
  ['/api/watch-settings', { ...WORDS, ...ADDRESSES, is_stream_enabled: true }, { ...WORDS, is_stream_enabled: false }],
  ['/api/vote-settings', { voting_url: `https://${SECRET}/`, is_voting_enabled: true }, { is_voting_enabled: false }],
])('what %s has switched off comes back in no last good copy', async (url, on, off) => {
  const pages = ['/watch', '/watch.data', '/vote', '/vote.data', '/api/watch-settings'];
  const read = () => Promise.all(pages.map((path) => t.visitor('GET', path)));
  const hasSecret = async () => (await read()).some(({ payload }) => payload.includes(SECRET));
  await t.editor('PUT', url, on);
  expect(await hasSecret()).toBe(true);
  await t.editor('PUT', url, off);
  await t.store.db.schema.alterTable('settings').renameTo('settings_gone').execute();
  expect((await read()).map(({ statusCode }) => statusCode >= 500)).toContain(true);
  expect(await hasSecret()).toBe(false);
  await t.store.db.schema.alterTable('settings_gone').renameTo('settings').execute();
});
