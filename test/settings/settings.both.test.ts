import { expect, test } from 'vitest';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite({ STREAM_HLS_URL: 'https://live.example.org/a.m3u8', PLAYER_HOSTS: 'player.example.org' });
const [WATCH, VOTE, TEXTS] = ['/api/watch-settings', '/api/vote-settings', '/api/site-content'] as const;
const read = async (url: string) => (await t.visitor('GET', url)).json();
const rowsOf = (part: string) => rowsIn('settings/settings.txt', part);
const etag = async (url: string) => String((await t.editor('GET', url)).headers.etag);

test('watch settings are off at first, with the default texts and no address of the configured stream for visitors', async () => {
  const fresh = await t.visitor('GET', WATCH);
  expect(fresh.headers.etag).toBe('"0"');
  expect(fresh.json()).toMatchObject({
    ...{ is_stream_enabled: false, title: 'Прямая трансляция' },
    ...{ stream_url: null, sources: null, active_source: null, player_url: '/player' },
  });
  const stored = await t.editor('GET', WATCH);
  expect(stored.json()).toMatchObject({ stream_url: null, player_url: null });
  expect(stored.headers['cache-control']).toBe('no-store');
});

test('watch settings are saved by a client that knows three fields; saved addresses win over the configured ones, and null gives them back', async () => {
  const words = { title: 'Финал', description: 'Смотрите', is_stream_enabled: true };
  const saved = await t.editor('PUT', WATCH, words);
  expect([saved.statusCode, saved.headers.etag]).toEqual([200, '"1"']);
  expect(await read(WATCH)).toMatchObject(words);
  const own = { stream_url: '/demo/live.m3u8', player_url: 'https://player.example.org/embed?x=1' };
  await t.editor('PUT', WATCH, { ...words, ...own });
  expect(await read(WATCH)).toMatchObject(own);
  await t.editor('PUT', WATCH, { ...words, stream_url: null, player_url: '' });
  expect(await read(WATCH)).toMatchObject({ stream_url: 'https://live.example.org/a.m3u8', player_url: '/player' });
});

test.each(rowsOf('refused for the stream'))('watch settings %s is 400 and changes nothing', async (body, field) => {
  const before = await etag(WATCH);
  const refused = await t.editor('PUT', WATCH, JSON.parse(body));
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
  expect(await etag(WATCH)).toBe(before);
});

test.each(rowsOf('framed'))('watch settings %s may be framed', async (player_url) =>
  expect((await t.editor('PUT', WATCH, { title: 'Т', description: 'О', player_url })).statusCode).toBe(200),
);

test('vote settings are off at first and keep what is left out', async () => {
  expect(await read(VOTE)).toMatchObject({ is_voting_enabled: false, voting_url: '' });
  const given = { title: 'Голосуем', voting_url: 'https://vote.example.org/?a=1', is_voting_enabled: true };
  await t.editor('PUT', VOTE, { ...given, description: 'Так' });
  await t.editor('PUT', VOTE, { description: 'Иначе' });
  const rest = { opens_at: null, closes_at: null, spread_seconds: 0, vote_state: 'open', is_voting_over: false };
  expect(await read(VOTE)).toEqual({ ...given, ...rest, description: 'Иначе' });
});

test.each([null, ''])('vote settings voting_url %j is no address', async (voting_url) => {
  await t.editor('PUT', VOTE, { voting_url: 'https://vote.example.org/' });
  expect((await t.editor('PUT', VOTE, { voting_url })).json().voting_url).toBe('');
});

test.each(rowsOf('no address of a vote'))('vote settings voting_url %s is 400', async (voting_url) =>
  expect((await t.editor('PUT', VOTE, { voting_url })).statusCode).toBe(400),
);

test.each([WATCH, VOTE, TEXTS])(
  'several editors at the same time of %s: one saves, the others are told',
  async (url) => {
    const version = { 'if-match': await etag(url) };
    const save = (_: unknown, at: number) => t.editor('PUT', url, { title: `Т${at}`, description: 'О' }, version);
    const answers = await Promise.all(Array.from({ length: 8 }, save));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    const saved = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await read(url)).title).toBe(`Т${saved}`);
  },
);

test('several editors at the same time lose nothing when they change different texts', async () => {
  const keys = Array.from({ length: 8 }, (_, at) => `k${at}`);
  await Promise.all(keys.map((key) => t.editor('PUT', TEXTS, { [key]: 'есть' })));
  expect(await read(TEXTS)).toMatchObject(Object.fromEntries(keys.map((key) => [key, 'есть'])));
});

test('site text has all keys at first; given ones are set, others and unknown ones kept', async () => {
  const fresh = await read(TEXTS);
  expect(fresh.banner_date).toBe('20 июля 2025');
  await t.editor('PUT', TEXTS, { ...fresh, hero_title: 'Новый заголовок' });
  await t.editor('PUT', TEXTS, { 'my.key': 'моё' });
  expect(await read(TEXTS)).toEqual({ ...fresh, hero_title: 'Новый заголовок', 'my.key': 'моё' });
  await t.editor('PUT', TEXTS, { 'my.key': null });
  expect(await read(TEXTS)).toEqual({ ...fresh, hero_title: 'Новый заголовок' });
});

test.each(rowsOf('refused for the texts'))('site text %.60s is 400 and changes nothing', async (text) => {
  const before = await read(TEXTS);
  const refused = await t.editor('PUT', TEXTS, Buffer.from(text), { 'content-type': 'application/json' });
  expect([refused.statusCode, await read(TEXTS)]).toEqual([400, before]);
});

test('site text takes a social link only as an address or empty, and says which one is wrong', async () => {
  const refused = await t.editor('PUT', TEXTS, { hero_title: 'Не сохранится', social_telegram: 't.me/rampa' });
  const message =
    'Ссылка на Telegram: нужен полный адрес, который начинается с https:// или http://, или оставьте поле пустым.';
  expect(refused.json()).toMatchObject({ message, fields: { social_telegram: message } });
  const links = { social_telegram: ' https://t.me/rampa ', social_youtube: ' ', social_vk: 'vk.com/rampa' };
  // Another key is a text like any other.
  const kept = { ...links, social_telegram: 'https://t.me/rampa', social_youtube: '' };
  expect((await t.editor('PUT', TEXTS, links)).json()).toMatchObject(kept);
});

test('site text holds at most 500 keys', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 'x']));
  expect((await t.editor('PUT', TEXTS, many)).statusCode).toBe(400);
});
