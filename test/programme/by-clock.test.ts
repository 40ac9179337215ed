import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageOf } from '../../http/url.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { addShow, askOf, emptyProgramme, FINAL as SHOW, wordsOf } from './show.ts';

const RECORDING = 'https://cdn.example.org/final.m3u8';
const RECORDED_FROM = '2031-07-20T16:58:30.000Z';
const STARTS_AT = '2031-07-20T17:00:00.000Z';
const FINAL = { ...SHOW, starts_at: STARTS_AT };
const NAMES = ['Анна', 'Борис', 'Вера', 'Глеб'];

const goTo = (minutes: number) => vi.setSystemTime(Date.parse(STARTS_AT) + minutes * 60_000);
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());
goTo(-500);
const t = await needSite();
const get = async (path: string) => (await t.visitor('GET', path)).json();
const markup = async (path: string) => (await t.visitor('GET', path)).payload;
const putWatch = (change: object) =>
  t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', ...change });
const over = (recording_url = RECORDING, recording_starts_at = RECORDED_FROM) =>
  putWatch({ is_stream_over: true, recording_url, recording_starts_at });

let show: number;
let ids: Record<string, number>;
beforeEach(async () => {
  goTo(-400);
  await t.store.db.deleteFrom('live_events').execute();
  await emptyProgramme(t);
  const recording = { recording_url: null, recording_starts_at: null };
  await putWatch({ is_stream_enabled: false, is_stream_over: false, starts_at: null, ...recording });
  // When the stream was switched on is read there.
  await t.store.db.deleteFrom('journal').execute();
  const added = await addShow(askOf(t), NAMES, FINAL);
  show = added.id;
  ids = Object.fromEntries(NAMES.map((name, at) => [name, added.ids[at] ?? 0]));
});

/** Presses, each after its minute of the show. The number of the last. */
async function play(presses: string): Promise<number> {
  let seq = 0;
  for (const [minute, what = ''] of presses.split(', ').map((each) => each.split(' '))) {
    goTo(Number(minute));
    const kind = what in ids ? { kind: 'performance', contestant_id: ids[what] } : { kind: what };
    const body = { show_id: show, ...kind, key: randomUUID(), seen: (await get('/api/stage')).seq };
    ({ seq } = (await t.editor('POST', '/api/stage', body)).json());
  }
  return seq;
}
const withdraw = (name: string) => t.editor('PUT', `/api/admin/contestants/${ids[name]}`, { name, is_withdrawn: true });
const hideShow = () => t.editor('PUT', `/api/admin/shows/${show}`, { ...FINAL, is_public: false });

const address = (of = show) => `/api/programme/${of}/chapters`;
/** Names, each with the minute of the show. */
const chapters = async (): Promise<string[]> => {
  const listed: { name: string; at: string }[] = await get(address());
  return listed.map(({ name, at }) => `${name} ${(Date.parse(at) - Date.parse(STARTS_AT)) / 60_000}`);
};
const track = async () => {
  const { statusCode, headers, payload } = await t.visitor('GET', `/programme/${show}/chapters.vtt`);
  return { statusCode, type: headers['content-type'], lines: payload.split('\n').filter(Boolean) };
};

test('chapters of a show are its performances, without the rehearsal, what was taken back and presses that were corrected', async () => {
  const taken = await play('-300 Глеб, -299 Анна, -298 end, 0 Анна, 4 Вера, 5 Глеб');
  await t.editor('DELETE', `/api/stage/${taken}`);
  await play('6 break, 7 Борис, 8 Борис, 12 Анна');
  expect(await chapters()).toEqual([]);
  await play('15 end');
  expect(await chapters()).toEqual(['Анна 0', 'Вера 4', 'Борис 8', 'Анна 12']);
  expect((await get(address()))[0]).toEqual({ at: STARTS_AT, slug: 'anna', name: 'Анна', song: 'Песня Анна' });
  await play('16 break');
  expect(await chapters()).toHaveLength(4);
});

test('chapters of a show keep the last one, who wins and sings again after the break, and no rehearsal four hours before whose end nobody pressed', async () => {
  await play('-300 Глеб, 0 Анна, 4 Борис, 8 break, 40 Борис, 44 end');
  expect(await chapters()).toEqual(['Анна 0', 'Борис 4', 'Борис 40']);
});

test('chapters of a show keep all of it when the winner sings after its end, and no rehearsal that ended an hour before', async () => {
  await play('-80 Глеб, -60 end, 0 Анна, 4 Борис, 8 end, 20 Борис, 24 end');
  expect(await chapters()).toEqual(['Анна 0', 'Борис 4', 'Борис 20']);
});

test('chapters of a show stand without a press of the end once the stream is over, or after four hours, or in the next show', async () => {
  await putWatch({ is_stream_enabled: true });
  await play('0 Анна');
  expect(await chapters()).toEqual([]);
  await putWatch({ is_stream_enabled: false, is_stream_over: true });
  expect(await chapters()).toEqual(['Анна 0']);
  await putWatch({ is_stream_enabled: true });
  expect(await chapters()).toEqual([]);
  goTo(239);
  expect(await chapters()).toEqual([]);
  goTo(240);
  expect(await chapters()).toEqual(['Анна 0']);
  const first = show;
  show = (await t.editor('POST', '/api/admin/shows', { ...FINAL, title: 'Концерт победителей' })).json().id;
  await t.editor('PUT', `/api/admin/shows/${show}/order`, { ids: [ids.Борис] });
  expect(await get(address(first))).toHaveLength(1);
  expect(await chapters()).toEqual([]);
});

test('chapters of a show leave with whoever is withdrawn, deleted or out of the show, and with a hidden show', async () => {
  await play('0 Анна, 1 Борис, 2 Вера, 3 Глеб, 4 end');
  expect(await chapters()).toHaveLength(4);
  await withdraw('Анна');
  await t.editor('DELETE', `/api/admin/contestants/${ids.Борис}`);
  await t.editor('PUT', `/api/admin/shows/${show}/order`, { ids: [ids.Анна, ids.Глеб] });
  expect(await chapters()).toEqual(['Глеб 3']);
  await hideShow();
  for (const of of [show, 77]) expect((await t.visitor('GET', address(of))).statusCode).toBe(404);
});

test('the chapter track of a recording counts from the moment that the editor gives, and is not there without a recording', async () => {
  await play('1 Анна, 4 Борис, 8.5 end');
  expect((await track()).statusCode).toBe(404);
  await over();
  const first = ['00:02:30.000 --> 00:05:30.000', '1. Анна — «Песня Анна»'];
  const second = ['00:05:30.000 --> 00:10:00.000', '2. Борис — «Песня Борис»'];
  const lines = ['WEBVTT', ...first, ...second];
  expect(await track()).toEqual({ statusCode: 200, type: 'text/vtt; charset=utf-8', lines });
  await putWatch({ recording_starts_at: '2031-07-20T17:06:00Z' });
  expect((await track()).lines.slice(1)).toEqual([]);
  await putWatch({ is_stream_enabled: true });
  expect((await track()).statusCode).toBe(404);
});

test.each([
  ['when the stream was switched on last', true, 10],
  ['its announced start, of a stream that was never switched on', false, 20],
])('the chapter track of a recording counts else from %s', async (_words, isOn, minutes) => {
  await putWatch({ starts_at: '2031-07-20T16:40:00Z', recording_url: RECORDING });
  for (const minute of isOn ? [-200, -10] : []) {
    goTo(minute);
    await putWatch({ is_stream_enabled: false });
    await putWatch({ is_stream_enabled: true });
  }
  await play('0 Анна, 4 end');
  await putWatch({ is_stream_enabled: false, is_stream_over: true });
  await t.editor('PUT', `/api/admin/contestants/${ids.Анна}`, { name: 'А > Б & <В>' });
  expect((await track()).lines.slice(1)).toEqual([
    `00:${minutes}:00.000 --> 00:${minutes + 4}:00.000`,
    '1. А &gt; Б &amp; &lt;В&gt;',
  ]);
});

test('the start of a recording is a setting, which visitors get after the end, with its line in the audit log', async () => {
  const recording = { recording_url: '/recordings/final.mp4', recording_starts_at: '2031-07-20T17:00:10.000Z' };
  expect((await putWatch(recording)).json()).toMatchObject(recording);
  expect(await get('/api/watch-settings')).toMatchObject({ recording_url: null, recording_starts_at: null });
  await putWatch({ is_stream_over: true });
  expect(await get('/api/watch-settings')).toMatchObject(recording);
  const refused = await putWatch({ recording_starts_at: 'вчера' });
  const fields = { recording_starts_at: 'Начало записи: нужны дата и время, которые есть в календаре.' };
  expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
  const [, { changes }] = (await t.editor('GET', '/api/admin/journal?kind=watch')).json();
  expect(changes).toContainEqual({ field: 'recording_starts_at', before: null, after: recording.recording_starts_at });
});

const DAY = 24 * 60;

test.each([
  ['awaits a show for a day after its start', '/results', 'Гала-концерт', [-60, DAY - 1 / 60], [DAY]],
  ['says for a quarter of an hour that a show is about to begin', '/', '>Вот-вот начнётся', [1], [-60, 16]],
  ['sends nobody back to a day of a broadcast that is over', '/watch', 'Возвращайтесь 20 июля', [-DAY], [1, DAY]],
])('a cached page %s', async (_what, path, words, at, not) => {
  await t.editor('POST', '/api/admin/shows', { ...FINAL, title: 'Гала-концерт' });
  for (const minutes of [...at, ...not].toSorted((one, other) => one - other)) {
    goTo(minutes);
    expect([minutes, (await markup(path)).includes(words)]).toEqual([minutes, at.includes(minutes)]);
  }
});

test('a cached page without spoilers shows news of an earlier show once the next one has begun', async () => {
  goTo(-60);
  await t.editor('POST', '/api/admin/shows', { title: 'Полуфинал', starts_at: '2031-07-20T15:00:00.000Z' });
  await t.editor('POST', '/api/admin/news', { title: 'Кто прошёл дальше', slug: 'qualified' });
  expect(await markup('/news?spoilers=hide')).not.toContain('Кто прошёл дальше');
  goTo(0);
  expect(await markup('/news?spoilers=hide')).toContain('Кто прошёл дальше');
});

describe('the page of a broadcast that is over', () => {
  beforeEach(async () => {
    // The last is of the next run.
    await t.editor('DELETE', `/api/stage/${await play('0 Анна, 4 Борис, 8.5 end, 8.5 Вера')}`);
    await over();
  });

  const listed = async (path = '/watch') => {
    const [list = ''] = /<nav class="chapters.*?<\/nav>/s.exec(await markup(path)) ?? [];
    return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item);
  };
  const words = (html: string) => wordsOf(`<main>${html}</main>`).trim();
  const frameOf = (html: string) => /<iframe[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const hrefs = (items: string[]) => items.map((item) => /href="([^"]+)"/.exec(item)?.[1]);

  test('is the recording in the player of the site, with its performances', async () => {
    const html = await markup('/watch');
    expect(wordsOf(html)).toMatch(/^.*Запись · Эфир завершён Эфир .* Выступления 1:30/);
    const start = Date.parse(RECORDED_FROM);
    const player = `/player?src=${encodeURIComponent(RECORDING)}&title=%D0%AD%D1%84%D0%B8%D1%80&recording=${start}`;
    expect(frameOf(html)).toBe(player);
    expect((await listed()).map(words)).toEqual(['1:30 1. Анна «Песня Анна»', '5:30 2. Борис «Песня Борис»']);
    expect(hrefs(await listed())).toEqual(['/watch?t=90', '/watch?t=330']);
    expect(frameOf(await markup('/watch?t=331'))).toBe(`${player}&t=331`);
    expect((await listed('/watch?t=331')).map((item) => item.includes('aria-current="true"'))).toEqual([false, true]);
    const [link = ''] = /<a[^>]*href="\/watch\?t=330".*?<\/a>/s.exec(await markup('/programme/boris')) ?? [];
    expect(words(link)).toBe('Смотреть выступление в записи');
  });

  test('names them to search engines', async () => {
    const html = await markup('/watch');
    const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
    const data = scripts.map(([, json = '']) => JSON.parse(json));
    expect(data.find((thing) => thing['@type'] === 'VideoObject')).toMatchObject({
      ...{ name: 'Эфир', description: 'Финал', uploadDate: RECORDED_FROM, contentUrl: RECORDING },
      hasPart: [
        { '@type': 'Clip', name: 'Анна — «Песня Анна»', startOffset: 90, endOffset: 330 },
        { '@type': 'Clip', startOffset: 330, endOffset: 600, url: expect.stringMatching(/^http.*\/watch\?t=330$/) },
      ],
    });
  });

  test('begins the player of a known site at the performance, without scripts and before consent', async () => {
    await over('https://rutube.ru/video/20250720202507202025072020250720/');
    const poster = async (path: string) => /<a[^>]*href="(https:[^"]*)" target="_blank"/.exec(await markup(path))?.[1];
    expect(frameOf(await markup('/watch'))).toBeUndefined();
    expect(await poster('/watch')).toBe('https://rutube.ru/play/embed/20250720202507202025072020250720');
    expect(await poster('/watch?t=330')).toBe('https://rutube.ru/play/embed/20250720202507202025072020250720?t=330');
    await over('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    expect(await poster('/watch?t=330')).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ?start=330');
    await over('https://vkvideo.ru/video-22822305_456242110');
    expect(await poster('/watch?t=330')).toMatch(/^https:\/\/vkvideo\.ru\/video_ext\.php\?.*&amp;t=5m30s$/);
    expect(hrefs(await listed())).toEqual(['/watch?t=90', '/watch?t=330']);
    await over('https://ok.ru/video/123456789');
    expect(hrefs(await listed())).toEqual([undefined, undefined]);
  });

  test('is the live stream again once that is on, and the announcement before the next one', async () => {
    await putWatch({ is_stream_enabled: true });
    expect([await listed(), frameOf(await markup('/watch?t=330'))?.includes('330')]).toEqual([[], false]);
    expect((await markup('/programme/boris')).includes('в\u00a0записи')).toBe(false);
    await putWatch({ is_stream_enabled: false, starts_at: '2031-07-27T17:00:00Z' });
    expect((await markup('/watch?t=330')).includes(RECORDING)).toBe(false);
  });

  test('loses who is withdrawn, and all performances of a hidden show, at once', async () => {
    await withdraw('Анна');
    expect((await listed()).map(words)).toEqual(['5:30 2. Борис «Песня Борис»']);
    expect((await markup('/programme/anna')).includes('в\u00a0записи')).toBe(false);
    await hideShow();
    expect(await listed()).toEqual([]);
    expect(frameOf(await markup('/watch'))).toContain('/player?src=');
  });

  test('does not tell those who want no spoilers who sang once more at the end', async () => {
    await play('300 Анна, 304 Борис, 310 Анна, 314 end');
    expect((await listed()).map((item) => words(item).split(' ')[2])).toEqual(['Анна', 'Борис', 'Анна']);
    expect((await listed('/watch?spoilers=hide')).map((item) => words(item).split(' ')[2])).toEqual(['Анна', 'Борис']);
  });
});

test('once the announced end of a show has passed, home names the next one of the day', async () => {
  const at = (minutes: number) => new Date(Date.parse(STARTS_AT) + minutes * 60_000).toISOString();
  await t.editor('PUT', `/api/admin/shows/${show}`, { ...FINAL, ends_at: at(120) });
  await t.editor('POST', '/api/admin/shows', { title: 'Гала', starts_at: at(180) });
  const start = async () => /Начало (\d+ июля \d+, [\d:]+)/.exec(wordsOf(await markup('/')))?.[1];
  for (const [minute, named] of Object.entries({ 119: '20 июля 2031, 20:00', 120: '20 июля 2031, 23:00' })) {
    goTo(Number(minute));
    expect(await start()).toBe(named);
  }
});

test.each(rowsIn('programme/addresses.txt'))('%s is cached as %s', (url, target) =>
  expect(pageOf({ url, headers: {} } as FastifyRequest)?.key?.target).toBe(target),
);
