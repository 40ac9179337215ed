import { beforeAll, expect, test } from 'vitest';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite({ STREAM_HLS_URL: 'https://cdn.example.org/live.m3u8' });
beforeAll(() => put({ title: 'Прямая трансляция', is_stream_enabled: true }));

const WORDS = { title: 'Финал', description: 'Прямой эфир' };
const HLS = { title: 'Сайт', stream_url: 'https://a.example.org/live.m3u8' };
const RUTUBE = { title: 'Rutube', player_url: 'https://rutube.ru/play/embed/1' };
const put = (change: object) => t.editor('PUT', '/api/watch-settings', { ...WORDS, ...change });
const seen = async () => (await t.visitor('GET', '/api/watch-settings')).json();
const stored = async () => (await t.editor('GET', '/api/watch-settings')).json();

test('without a list the two addresses are its one source', async () => {
  const stream_url = 'https://cdn.example.org/live.m3u8';
  const main = { id: 'main', title: 'Прямая трансляция', player_url: '/player', stream_url };
  expect(await seen()).toMatchObject({ sources: [main], active_source: 'main' });
});

test('a list keeps its order, every source gets an id that lasts, and the active one is the two addresses', async () => {
  const saved = (await put({ sources: [HLS, RUTUBE] })).json();
  expect(saved.sources).toEqual([
    { id: 'source-1', player_url: null, ...HLS },
    { id: 'source-2', stream_url: null, ...RUTUBE },
  ]);
  expect(await seen()).toMatchObject({ active_source: 'source-1', stream_url: HLS.stream_url, player_url: '/player' });
  await put({ sources: [saved.sources[1], { title: 'Ещё один' }, saved.sources[0]] });
  expect((await stored()).sources.map(({ id }: { id: string }) => id)).toEqual(['source-2', 'source-3', 'source-1']);
});

test('an editor moves everybody to another source, and it falls back to the first when it goes', async () => {
  await put({ sources: [HLS, RUTUBE], active_source: 'source-2' });
  expect(await seen()).toMatchObject({ active_source: 'source-2', player_url: RUTUBE.player_url, stream_url: null });
  await put({ sources: [HLS] });
  expect([(await stored()).active_source, (await seen()).active_source]).toEqual([null, 'source-1']);
});

test('a source is marked as sign language, audio description or of a language, and an ordinary one has no mark', async () => {
  const sources = [
    { ...HLS, kind: 'main', language: '' },
    { ...RUTUBE, kind: 'sign', language: 'ru' },
    { title: 'Голос', kind: 'description', language: null },
  ];
  const saved = (await put({ sources })).json();
  expect(saved.sources).toEqual([
    { id: 'source-1', player_url: null, ...HLS },
    { id: 'source-2', stream_url: null, ...RUTUBE, kind: 'sign', language: 'ru' },
    { id: 'source-3', stream_url: null, player_url: null, title: 'Голос', kind: 'description' },
  ]);
  expect((await seen()).sources[1]).toMatchObject({ title: 'Rutube', kind: 'sign', language: 'ru' });
  const page = await t.visitor('GET', '/watch');
  expect(page.payload).toContain('Rutube<span>Жестовый язык, русский</span>');
  expect(page.payload).not.toContain('<template');
  await put({ sources: [{ ...saved.sources[1], kind: null }] });
  expect((await stored()).sources).toEqual([{ id: 'source-2', stream_url: null, ...RUTUBE, language: 'ru' }]);
  await put({ sources: [] });
});

test('the page of a video and an <iframe> code become the address of the player, or are refused with what to do', async () => {
  const player_url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const code =
    '<iframe width="720" src="https://vkvideo.ru/video_ext.php?oid=-1&amp;id=22&amp;hd=2" allowfullscreen></iframe>';
  const saved = (await put({ player_url, sources: [{ title: 'VK', player_url: code }] })).json();
  expect(saved.player_url).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ');
  expect(saved.sources[0].player_url).toBe('https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2');
  const page = await t.visitor('GET', '/watch');
  expect(page.payload).toContain('href="https://vkvideo.ru/video_ext.php?oid=-1&amp;id=22&amp;hd=2"');
  await put({ player_url: null, sources: [] });
  const [unframed, foreign] = await Promise.all(NO_PLAYER.map((address) => put({ player_url: address })));
  expect(unframed?.json().message).toMatch(/«Поделиться», затем «Встроить»/);
  expect(foreign?.json().message).toContain('разрешённых сайтов');
});

test('the stream and its title are named to a player that takes them, and not to those of video sites', async () => {
  const generic = await needSite({ STREAM_PLAYER_URL: 'https://player.example.org/embed?x=1' });
  const framed = async (player_url: string | null) => {
    const settings = { ...WORDS, is_stream_enabled: true, stream_url: '/live.m3u8', player_url };
    await generic.editor('PUT', '/api/watch-settings', settings);
    const { payload } = await generic.visitor('GET', '/watch');
    return /href="(https:\/\/(?:player|www\.youtube)[^"]+)"/.exec(payload)?.[1]?.replaceAll('&amp;', '&');
  };
  const [src, title] = ['http://localhost:80/live.m3u8', 'Финал'].map(encodeURIComponent);
  expect(await framed(null)).toBe(`https://player.example.org/embed?x=1&src=${src}&title=${title}`);
  expect(await framed('https://youtu.be/dQw4w9WgXcQ')).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ');
});

const NO_PLAYER = ['https://vk.com/festival', '<iframe src="https://evil.example.org/player"></iframe>'];
const TOO_MANY = JSON.stringify({ sources: Array.from({ length: 11 }, () => HLS) });

const REFUSED = [...rowsIn('settings/refused-sources.txt'), [TOO_MANY, 'sources'] as const];
test.each(REFUSED)('refuses %.200s and changes nothing', async (change, field) => {
  const before = await stored();
  const answer = await put(JSON.parse(change));
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields).some((name) => name.startsWith(field))).toBe(true);
  expect([answer.json().message, await stored()]).toEqual([expect.stringMatching(/[а-яё]/), before]);
});
