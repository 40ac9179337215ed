import type { FastifyRequest } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { pageOf } from '../../http/url.ts';
import { rowsIn } from '../rig/cases.ts';
import { FINAL, needNight } from './night.ts';
import { wordsOf } from './show.ts';

const RECORDING = 'https://cdn.example.org/final.m3u8';
const STARTS_AT = '2031-07-20T16:58:30.000Z';

const night = await needNight();
const { t } = night;
beforeEach(async () => {
  await night.press(0, 'Анна');
  await night.press(4, 'Борис');
  await night.press(8.5, 'end');
  await night.press(8.5, 'Вера'); // of the next run
  await t.editor('DELETE', `/api/stage/${(await t.visitor('GET', '/api/stage')).json().seq}`);
  await end();
});

const end = (recording_url = RECORDING) =>
  night.putWatch({ is_stream_over: true, recording_url, recording_starts_at: STARTS_AT });
const markup = async (path: string) => (await t.visitor('GET', path)).payload;
const listed = async (path = '/watch') => {
  const [list = ''] = /<nav class="chapters".*?<\/nav>/s.exec(await markup(path)) ?? [];
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item);
};
const words = (html: string) => wordsOf(`<main>${html}</main>`).trim();
const frameOf = (html: string) => /<iframe[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
const hrefs = (items: string[]) => items.map((item) => /href="([^"]+)"/.exec(item)?.[1]);

test('the page of a broadcast that is over is the recording in the player of the site, with its performances', async () => {
  const html = await markup('/watch');
  expect(wordsOf(html)).toMatch(/^.*Запись · Эфир завершён Эфир .* Выступления 1:30/);
  const start = Date.parse(STARTS_AT);
  const player = `/player?src=${encodeURIComponent(RECORDING)}&title=%D0%AD%D1%84%D0%B8%D1%80&recording=${start}`;
  expect(frameOf(html)).toBe(player);
  expect((await listed()).map(words)).toEqual(['1:30 1. Анна «Песня Анна»', '5:30 2. Борис «Песня Борис»']);
  expect(hrefs(await listed())).toEqual(['/watch?t=90', '/watch?t=330']);
  expect(frameOf(await markup('/watch?t=331'))).toBe(`${player}&t=331`);
  expect((await listed('/watch?t=331')).map((item) => item.includes('aria-current="true"'))).toEqual([false, true]);
  const [link = ''] = /<a[^>]*href="\/watch\?t=330".*?<\/a>/s.exec(await markup('/programme/boris')) ?? [];
  expect(words(link)).toBe('Смотреть выступление в записи');
});

test('the page of a broadcast that is over names them to search engines', async () => {
  const scripts = [...(await markup('/watch')).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  const data = scripts.map(([, json = '']) => JSON.parse(json));
  expect(data.find((thing) => thing['@type'] === 'VideoObject')).toMatchObject({
    name: 'Эфир',
    description: 'Финал',
    uploadDate: STARTS_AT,
    contentUrl: RECORDING,
    hasPart: [
      { '@type': 'Clip', name: 'Анна — «Песня Анна»', startOffset: 90, endOffset: 330 },
      { '@type': 'Clip', startOffset: 330, endOffset: 600, url: expect.stringMatching(/^http.*\/watch\?t=330$/) },
    ],
  });
});

test('the page of a broadcast that is over begins the player of a known site at the performance, without scripts and before consent', async () => {
  await end('https://rutube.ru/video/20250720202507202025072020250720/');
  const poster = async (path: string) => /<a[^>]*href="(https:[^"]*)" target="_blank"/.exec(await markup(path))?.[1];
  expect(frameOf(await markup('/watch'))).toBeUndefined();
  expect(await poster('/watch')).toBe('https://rutube.ru/play/embed/20250720202507202025072020250720');
  expect(await poster('/watch?t=330')).toBe('https://rutube.ru/play/embed/20250720202507202025072020250720?t=330');
  await end('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(await poster('/watch?t=330')).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ?start=330');
  await end('https://vkvideo.ru/video-22822305_456242110');
  expect(await poster('/watch?t=330')).toMatch(/^https:\/\/vkvideo\.ru\/video_ext\.php\?.*&amp;t=5m30s$/);
  expect(hrefs(await listed())).toEqual(['/watch?t=90', '/watch?t=330']);
  await end('https://ok.ru/video/123456789');
  expect(hrefs(await listed())).toEqual([undefined, undefined]);
});

test('the page of a broadcast that is over is the live stream again once that is on, and the announcement before the next one', async () => {
  await night.putWatch({ is_stream_enabled: true });
  expect([await listed(), frameOf(await markup('/watch?t=330'))?.includes('330')]).toEqual([[], false]);
  expect((await markup('/programme/boris')).includes('в\u00a0записи')).toBe(false);
  await night.putWatch({ is_stream_enabled: false, starts_at: '2031-07-27T17:00:00Z' });
  expect((await markup('/watch?t=330')).includes(RECORDING)).toBe(false);
});

test('the page of a broadcast that is over loses who is withdrawn, and all performances of a hidden show, at once', async () => {
  await t.editor('PUT', `/api/admin/contestants/${night.ids.Анна}`, { name: 'Анна', is_withdrawn: true });
  expect((await listed()).map(words)).toEqual(['5:30 2. Борис «Песня Борис»']);
  expect((await markup('/programme/anna')).includes('в\u00a0записи')).toBe(false);
  await t.editor('PUT', `/api/admin/shows/${night.show}`, { ...FINAL, is_public: false });
  expect(await listed()).toEqual([]);
  expect(frameOf(await markup('/watch'))).toContain('/player?src=');
});

test('the page of a broadcast that is over does not tell those who want no spoilers who sang once more at the end', async () => {
  await night.press(300, 'Анна');
  await night.press(304, 'Борис');
  await night.press(310, 'Анна');
  await night.press(314, 'end');
  expect((await listed()).map((item) => words(item).split(' ')[2])).toEqual(['Анна', 'Борис', 'Анна']);
  expect((await listed('/watch?spoilers=hide')).map((item) => words(item).split(' ')[2])).toEqual(['Анна', 'Борис']);
});

test.each(rowsIn('programme/addresses.txt'))('%s is cached as %s', (url, target) =>
  expect(pageOf({ url, headers: {} } as FastifyRequest)?.key?.target).toBe(target),
);
