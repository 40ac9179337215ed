import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp({ STREAM_HLS_URL: 'https://live.example.org/a.m3u8', PLAYER_HOSTS: 'player.example.org' });
});
afterEach(() => t.close());

describe('watch settings', () => {
  const URL = '/api/watch-settings';

  test('are off at first, with the default texts and no address of the configured stream for visitors', async () => {
    const fresh = await t.visitor('GET', URL);
    expect(fresh.headers.etag).toBe('"0"');
    expect(fresh.json()).toMatchObject({
      is_stream_enabled: false,
      title: 'Прямая трансляция',
      stream_url: null,
      sources: null,
      active_source: null,
      player_url: '/player',
    });
    const stored = await t.editor('GET', URL);
    expect(stored.json()).toMatchObject({ stream_url: null, player_url: null });
    expect(stored.headers['cache-control']).toBe('no-store');
  });

  test('a bad token is a visitor', async () => {
    const answer = await t.visitor('GET', URL, undefined, { authorization: 'Bearer nonsense' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().player_url).toBe('/player');
  });

  test('are saved by a client that knows three fields', async () => {
    const saved = await t.editor('PUT', URL, { title: 'Финал', description: 'Смотрите', is_stream_enabled: true });
    expect(saved.statusCode).toBe(200);
    expect(saved.headers.etag).toBe('"1"');
    expect((await t.visitor('GET', URL)).json()).toMatchObject({
      title: 'Финал',
      description: 'Смотрите',
      is_stream_enabled: true,
    });
  });

  test('saved addresses win over the configured ones, and null gives them back', async () => {
    const base = { title: 'Т', description: 'О', is_stream_enabled: true };
    await t.editor('PUT', URL, {
      ...base,
      stream_url: '/demo/live.m3u8',
      player_url: 'https://player.example.org/embed?x=1',
    });
    expect((await t.visitor('GET', URL)).json()).toMatchObject({
      stream_url: '/demo/live.m3u8',
      player_url: 'https://player.example.org/embed?x=1',
    });
    await t.editor('PUT', URL, { ...base, stream_url: null, player_url: '' });
    expect((await t.visitor('GET', URL)).json()).toMatchObject({
      stream_url: 'https://live.example.org/a.m3u8',
      player_url: '/player',
    });
  });

  test.each([
    [{ description: 'О' }, 'title'],
    [{ title: ' ', description: 'О' }, 'title'],
    [{ title: '\u034f\u17b4\ufe0f', description: 'О' }, 'title'],
    [{ title: 'Т' }, 'description'],
    [{ title: 'Т', description: '' }, 'description'],
    [{ title: 'Т', description: 'О', is_stream_enabled: 'yes' }, 'is_stream_enabled'],
    [{ title: 'Т', description: 'О', player_url: 'https://evil.example/' }, 'player_url'],
    [{ title: 'Т', description: 'О', player_url: 'http://vk.com/video' }, 'player_url'],
    [{ title: 'Т', description: 'О', player_url: 'https://vk.com.evil.example/' }, 'player_url'],
    [{ title: 'Т', description: 'О', player_url: '/admin' }, 'player_url'],
    [{ title: 'Т', description: 'О', stream_url: 'javascript:alert(1)' }, 'stream_url'],
    [{ title: 'Т', description: 'О', stream_url: '//evil.example/x.m3u8' }, 'stream_url'],
  ])('%j is 400 and changes nothing', async (body, field) => {
    const refused = await t.editor('PUT', URL, body);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual([field]);
    expect((await t.editor('GET', URL)).headers.etag).toBe('"0"');
  });

  test.each([
    'https://vk.com/video_ext.php?oid=1',
    'https://vkvideo.ru/video_ext.php',
    'https://rutube.ru/play/embed/1',
    'https://www.youtube.com/embed/1',
    '/player',
  ])('%s may be framed', async (player_url) => {
    expect((await t.editor('PUT', URL, { title: 'Т', description: 'О', player_url })).statusCode).toBe(200);
  });
});

describe('several editors at the same time', () => {
  const form = { title: 'Т', description: 'О' };
  test.each(['/api/watch-settings', '/api/vote-settings', '/api/site-content'])(
    'of %s: one saves, the others are told',
    async (url) => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => t.editor('PUT', url, form, { 'if-match': '"0"' })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    },
  );

  test('lose nothing when they change different texts', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => t.editor('PUT', '/api/site-content', { [`k${at}`]: 'есть' })),
    );
    const texts = (await t.visitor('GET', '/api/site-content')).json();
    expect(Array.from({ length: 8 }, (_, at) => texts[`k${at}`])).toEqual(Array(8).fill('есть'));
  });
});

describe('vote settings', () => {
  const URL = '/api/vote-settings';

  test('are off at first and keep what is left out', async () => {
    expect((await t.visitor('GET', URL)).json()).toMatchObject({ is_voting_enabled: false, voting_url: '' });
    await t.editor('PUT', URL, {
      title: 'Голосуем',
      description: 'Так',
      voting_url: 'https://vote.example.org/?a=1',
      is_voting_enabled: true,
    });
    await t.editor('PUT', URL, { description: 'Иначе' });
    expect((await t.visitor('GET', URL)).json()).toEqual({
      title: 'Голосуем',
      description: 'Иначе',
      voting_url: 'https://vote.example.org/?a=1',
      is_voting_enabled: true,
      opens_at: null,
      closes_at: null,
      spread_seconds: 0,
      vote_state: 'open',
      is_voting_over: false,
    });
  });

  test.each([null, ''])('voting_url %j is no address', async (voting_url) => {
    await t.editor('PUT', URL, { voting_url: 'https://vote.example.org/' });
    expect((await t.editor('PUT', URL, { voting_url })).json().voting_url).toBe('');
  });

  test.each([
    'javascript:alert(1)',
    'vote.example.org',
    '/vote',
    'ftp://x.example/',
    'https://',
    'https://user:pass@x.example/',
    `https://x.example/${'a'.repeat(2048)}`,
  ])('voting_url %s is 400', async (voting_url) => {
    expect((await t.editor('PUT', URL, { voting_url })).statusCode).toBe(400);
  });

  test('a stale version is 412', async () => {
    await t.editor('PUT', URL, { title: 'А' }, { 'if-match': '"0"' });
    expect((await t.editor('PUT', URL, { title: 'Б' }, { 'if-match': '"0"' })).statusCode).toBe(412);
    expect((await t.visitor('GET', URL)).json().title).toBe('А');
  });
});

describe('site text', () => {
  const URL = '/api/site-content';

  test('has all keys at first; given ones are set, others and unknown ones kept', async () => {
    const fresh = (await t.visitor('GET', URL)).json();
    expect(fresh.banner_date).toBe('20 июля 2025');
    await t.editor('PUT', URL, { ...fresh, hero_title: 'Новый заголовок' });
    await t.editor('PUT', URL, { 'my.key': 'моё' });
    expect((await t.visitor('GET', URL)).json()).toEqual({ ...fresh, hero_title: 'Новый заголовок', 'my.key': 'моё' });
    await t.editor('PUT', URL, { 'my.key': null });
    expect((await t.visitor('GET', URL)).json()).toEqual({ ...fresh, hero_title: 'Новый заголовок' });
  });

  test.each([
    '{"hero_title":5}',
    '{"hero_title":null}',
    '{"hero_title":["a"]}',
    '{"плохой ключ":"а"}',
    '{"__proto__":"x"}',
    '{"constructor":"x"}',
    '{"social_telegram":"t.me/rampa"}',
    '{"social_youtube":"javascript:alert(1)"}',
    '{"social_tiktok":"https://"}',
    '{"social_rutube":null}',
    '[]',
    '"x"',
    'null',
    `{"a":"${'я'.repeat(20_001)}"}`,
  ])('%.60s is 400 and changes nothing', async (payload) => {
    const before = (await t.visitor('GET', URL)).json();
    const { authorization } = { authorization: await bearer() };
    const refused = await t.app.inject({
      method: 'PUT',
      url: URL,
      payload,
      headers: { authorization, 'content-type': 'application/json' },
    });
    expect(refused.statusCode).toBe(400);
    expect((await t.visitor('GET', URL)).json()).toEqual(before);
  });

  test('takes a social link only as an address or empty, and says which one is wrong', async () => {
    const refused = await t.editor('PUT', URL, { hero_title: 'Не сохранится', social_telegram: 't.me/rampa' });
    const message =
      'Ссылка на Telegram: нужен полный адрес, который начинается с https:// или http://, или оставьте поле пустым.';
    expect(refused.json()).toMatchObject({ message, fields: { social_telegram: message } });
    const links = { social_telegram: ' https://t.me/rampa ', social_youtube: ' ', social_vk: 'vk.com/rampa' };
    const saved = (await t.editor('PUT', URL, links)).json();
    // Another key is a text like any other.
    expect(saved).toMatchObject({
      social_telegram: 'https://t.me/rampa',
      social_youtube: '',
      social_vk: 'vk.com/rampa',
    });
    await t.editor('PUT', URL, { social_vk: null });
  });

  test('holds at most 500 keys', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 'x']));
    expect((await t.editor('PUT', URL, many)).statusCode).toBe(400);
  });

  async function bearer(): Promise<string> {
    const login = await t.visitor('POST', '/api/auth/login', {
      username: 'admin',
      password: 'верный пароль редактора',
    });
    return `Bearer ${login.json().token}`;
  }
});
