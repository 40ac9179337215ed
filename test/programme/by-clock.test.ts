import { expect, test } from 'vitest';
import { FINAL, needNight, STARTS_AT } from './night.ts';

const RECORDING = 'https://cdn.example.org/final.m3u8';

const night = await needNight();
const { t } = night;

const address = () => `/api/programme/${night.show}/chapters`;
/** Names, each with the minute of the show. */
const chapters = async (): Promise<string[]> => {
  const listed: { name: string; at: string }[] = (await t.visitor('GET', address())).json();
  return listed.map(({ name, at }) => `${name} ${(Date.parse(at) - Date.parse(STARTS_AT)) / 60_000}`);
};
const track = async () => {
  const { statusCode, headers, payload } = await t.visitor('GET', `/programme/${night.show}/chapters.vtt`);
  return { statusCode, type: headers['content-type'], lines: payload.split('\n').filter(Boolean) };
};

test('chapters of a show are its performances, without the rehearsal, what was taken back and presses that were corrected', async () => {
  await night.press(-300, 'Глеб');
  await night.press(-299, 'Анна');
  await night.press(-298, 'end');
  await night.press(0, 'Анна');
  await night.press(4, 'Вера');
  await t.editor('DELETE', `/api/stage/${await night.press(5, 'Глеб')}`);
  await night.press(6, 'break');
  await night.press(7, 'Борис');
  await night.press(8, 'Борис');
  await night.press(12, 'Анна');
  expect(await chapters()).toEqual([]);
  await night.press(15, 'end');
  expect(await chapters()).toEqual(['Анна 0', 'Вера 4', 'Борис 8', 'Анна 12']);
  const [first] = (await t.visitor('GET', address())).json();
  expect(first).toEqual({ at: STARTS_AT, slug: 'anna', name: 'Анна', song: 'Песня Анна' });
  await night.press(16, 'break');
  expect(await chapters()).toHaveLength(4);
});

test('chapters of a show keep the last one, who wins and sings again after the break, and no rehearsal four hours before whose end nobody pressed', async () => {
  await night.press(-300, 'Глеб');
  await night.press(0, 'Анна');
  await night.press(4, 'Борис');
  await night.press(8, 'break');
  await night.press(40, 'Борис');
  await night.press(44, 'end');
  expect(await chapters()).toEqual(['Анна 0', 'Борис 4', 'Борис 40']);
});

test('chapters of a show stand without a press of the end once the stream is over, or after four hours, or in the next show', async () => {
  await night.putWatch({ is_stream_enabled: true });
  await night.press(0, 'Анна');
  expect(await chapters()).toEqual([]);
  await night.putWatch({ is_stream_enabled: false, is_stream_over: true });
  expect(await chapters()).toEqual(['Анна 0']);
  await night.putWatch({ is_stream_enabled: true });
  expect(await chapters()).toEqual([]);
  night.goTo(239);
  expect(await chapters()).toEqual([]);
  night.goTo(240);
  expect(await chapters()).toEqual(['Анна 0']);
  const first = night.show;
  night.show = (await t.editor('POST', '/api/admin/shows', { ...FINAL, title: 'Концерт победителей' })).json().id;
  await t.editor('PUT', `/api/admin/shows/${night.show}/order`, { ids: [night.ids.Борис] });
  expect((await t.visitor('GET', `/api/programme/${first}/chapters`)).json()).toHaveLength(1);
  expect(await chapters()).toEqual([]);
});

test('chapters of a show leave with whoever is withdrawn, deleted or out of the show, and with a hidden show', async () => {
  for (const [minute, name] of ['Анна', 'Борис', 'Вера', 'Глеб', 'end'].entries()) await night.press(minute, name);
  expect(await chapters()).toHaveLength(4);
  await t.editor('PUT', `/api/admin/contestants/${night.ids.Анна}`, { name: 'Анна', is_withdrawn: true });
  await t.editor('DELETE', `/api/admin/contestants/${night.ids.Борис}`);
  await t.editor('PUT', `/api/admin/shows/${night.show}/order`, { ids: [night.ids.Анна, night.ids.Глеб] });
  expect(await chapters()).toEqual(['Глеб 3']);
  await t.editor('PUT', `/api/admin/shows/${night.show}`, { ...FINAL, is_public: false });
  expect((await t.visitor('GET', address())).statusCode).toBe(404);
  expect((await t.visitor('GET', '/api/programme/77/chapters')).statusCode).toBe(404);
});

test('the chapter track of a recording counts from the moment that the editor gives, and is not there without a recording', async () => {
  await night.press(1, 'Анна');
  await night.press(4, 'Борис');
  await night.press(8.5, 'end');
  expect((await track()).statusCode).toBe(404);
  await night.putWatch({ is_stream_over: true, recording_url: RECORDING, recording_starts_at: '2031-07-20T16:58:30Z' });
  expect(await track()).toEqual({
    statusCode: 200,
    type: 'text/vtt; charset=utf-8',
    lines: [
      'WEBVTT',
      '00:02:30.000 --> 00:05:30.000',
      '1. Анна — «Песня Анна»',
      '00:05:30.000 --> 00:10:00.000',
      '2. Борис — «Песня Борис»',
    ],
  });
  await night.putWatch({ recording_starts_at: '2031-07-20T17:06:00Z' });
  expect((await track()).lines.slice(1)).toEqual([]);
  await night.putWatch({ is_stream_enabled: true });
  expect((await track()).statusCode).toBe(404);
});

test.each([
  ['when the stream was switched on last', true, 10],
  ['its announced start, of a stream that was never switched on', false, 20],
])('the chapter track of a recording counts else from %s', async (_words, isOn, minutes) => {
  await night.putWatch({ starts_at: '2031-07-20T16:40:00Z', recording_url: RECORDING });
  for (const minute of isOn ? [-200, -10] : []) {
    night.goTo(minute);
    await night.putWatch({ is_stream_enabled: false });
    await night.putWatch({ is_stream_enabled: true });
  }
  await night.press(0, 'Анна');
  await night.press(4, 'end');
  await night.putWatch({ is_stream_enabled: false, is_stream_over: true });
  await t.editor('PUT', `/api/admin/contestants/${night.ids.Анна}`, { name: 'А > Б & <В>' });
  expect((await track()).lines.slice(1)).toEqual([
    `00:${minutes}:00.000 --> 00:${minutes + 4}:00.000`,
    '1. А &gt; Б &amp; &lt;В&gt;',
  ]);
});

test('the start of a recording is a setting, which visitors get after the end, with its line in the audit log', async () => {
  const recording_starts_at = '2031-07-20T17:00:10.000Z';
  const saved = await night.putWatch({ recording_url: '/recordings/final.mp4', recording_starts_at });
  expect(saved.json()).toMatchObject({ recording_url: '/recordings/final.mp4', recording_starts_at });
  const seen = async () => (await t.visitor('GET', '/api/watch-settings')).json();
  expect(await seen()).toMatchObject({ recording_url: null, recording_starts_at: null });
  await night.putWatch({ is_stream_over: true });
  expect(await seen()).toMatchObject({ recording_url: '/recordings/final.mp4', recording_starts_at });
  const refused = await night.putWatch({ recording_starts_at: 'вчера' });
  const fields = { recording_starts_at: 'Начало записи: нужны дата и время, которые есть в календаре.' };
  expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
  const [, { changes }] = (await t.editor('GET', '/api/admin/journal?kind=watch')).json();
  expect(changes).toContainEqual({ field: 'recording_starts_at', before: null, after: recording_starts_at });
});

test('a cached page awaits a show for a day after its start and no longer', async () => {
  await t.editor('POST', '/api/admin/shows', { ...FINAL, title: 'Гала-концерт' });
  for (const minutes of [-60, 24 * 60 - 1 / 60, 24 * 60]) {
    night.goTo(minutes);
    const { payload } = await t.visitor('GET', '/results');
    expect([minutes, payload.includes('Гала-концерт')]).toEqual([minutes, minutes < 24 * 60]);
  }
});

test('a cached home says for a quarter of an hour that a show is about to begin', async () => {
  for (const minutes of [-60, 1, 16]) {
    night.goTo(minutes);
    const { payload } = await t.visitor('GET', '/');
    expect([minutes, />Вот-вот начнётся/.test(payload)]).toEqual([minutes, minutes === 1]);
  }
});

test('a cached page of a broadcast without a start of its own sends nobody back to a day that is over', async () => {
  for (const minutes of [-1440, 1, 1440]) {
    night.goTo(minutes);
    const { payload } = await t.visitor('GET', '/watch');
    expect([minutes, payload.includes('Возвращайтесь 20 июля')]).toEqual([minutes, minutes < 0]);
  }
});

test('a cached page without spoilers shows news of an earlier show once the next one has begun', async () => {
  night.goTo(-60);
  const starts_at = new Date(Date.parse(STARTS_AT) - 2 * 3_600_000).toISOString();
  await t.editor('POST', '/api/admin/shows', { title: 'Полуфинал', starts_at });
  await t.editor('POST', '/api/admin/news', { title: 'Кто прошёл дальше', slug: 'qualified' });
  for (const minutes of [-60, 0]) {
    night.goTo(minutes);
    const { payload } = await t.visitor('GET', '/news?spoilers=hide');
    expect([minutes, payload.includes('Кто прошёл дальше')]).toEqual([minutes, minutes === 0]);
  }
});
