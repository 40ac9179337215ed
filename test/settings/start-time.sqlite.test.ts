import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { expectRefusal } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { wordsIn } from '../rig/words.ts';
import { startAsAtFirst } from './as-at-first.ts';

const FORM = { title: 'Гранд-финал', description: 'Прямой эфир' };
const START = '2031-07-20T17:00:00.000Z';

const NOW = new Date('2031-07-18T12:00:00Z');
vi.useFakeTimers({ toFake: ['Date'], now: NOW });
afterAll(() => vi.useRealTimers());
const t = await needSite({ PUBLIC_URL: 'https://festival.example' });
beforeEach(async () => {
  vi.setSystemTime(NOW);
  for (const { slug } of (await t.editor('GET', '/api/admin/news')).json())
    await t.editor('DELETE', `/api/admin/news/${slug}`);
});
await startAsAtFirst(t);

const save = (change: object) => t.editor('PUT', '/api/watch-settings', { ...FORM, ...change });
const page = async (path = '/') => (await t.visitor('GET', path)).payload.replaceAll('\u00a0', ' ');
const fact = async (name: string) => {
  const [, inside = ''] = new RegExp(`>${name}</span>([\\s\\S]*?)</li>`).exec(await page()) ?? [];
  return wordsIn(inside).trim();
};

const URL = '/api/watch-settings';

test('the start of the broadcast is unknown at first, is kept in UTC, and null or nothing takes it away', async () => {
  expect((await t.visitor('GET', URL)).json()).toMatchObject({ starts_at: null });
  expect((await save({ starts_at: '2031-07-20T20:00:00+03:00' })).json()).toMatchObject({ starts_at: START });
  expect((await save({ is_stream_enabled: false })).json()).toMatchObject({ starts_at: START });
  expect((await t.visitor('GET', URL)).json()).toMatchObject({ starts_at: START });
  expect((await save({ starts_at: null })).json()).toMatchObject({ starts_at: null });
  await save({ starts_at: START });
  expect((await save({ starts_at: '' })).json()).toMatchObject({ starts_at: null });
});

test.each([
  ...['2031-07-20', '2031-07-20T20:00', '20 июля', '2031-02-30T10:00:00Z', 'завтра', '12031-07-20T17:00:00Z'],
  ...[5, true, {}],
])('the start of the broadcast %j is 400 in Russian and changes nothing', async (starts_at) => {
  const etag = async () => (await t.editor('GET', URL)).headers.etag;
  const before = await etag();
  const refused = await save({ starts_at });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields.starts_at).toMatch(/^Начало эфира: нужны дата и время/);
  expect(await etag()).toBe(before);
});

test('the home page shows the banner date and no way to a calendar while no start is set and once it is taken back', async () => {
  const expectNone = async () => {
    expect(await fact('Начало')).toBe('20 июля 2025');
    expect(await fact('Прямой эфир')).toMatch(/^Сейчас не идёт/);
    expect(await page()).not.toContain('start.ics');
    expectRefusal(await file(), 404, 'Эфир уже начался, или его время не объявили.');
  };
  await expectNone();
  await save({ starts_at: START });
  expect((await file()).statusCode).toBe(200);
  await save({ starts_at: null });
  await expectNone();
});

test('the home page shows the start on the site’s clock, for people and programs, and the way to a calendar', async () => {
  await save({ starts_at: START });
  expect(await page()).toContain(`<time datetime="${START}">20 июля 2031, 20:00</time>`);
  expect(await fact('Начало')).toBe('20 июля 2031, 20:00 по Москве В календарь');
  expect(await fact('Прямой эфир')).toMatch(/^Ещё не начался/);
  expect(await page()).toContain('href="/start.ics"');
});

test.each([
  ['Asia/Vladivostok', '21 июля 2031, 03:00 по Владивостоку'],
  ['Asia/Tashkent', '20 июля 2031, 22:00 по времени UTC+5'],
  ['UTC', '20 июля 2031, 17:00 по времени UTC'],
])('the home page follows the zone of the site: %s', async (SITE_TIME_ZONE, words) => {
  const elsewhere = await needSite({ SITE_TIME_ZONE });
  await elsewhere.editor('PUT', '/api/watch-settings', { ...FORM, starts_at: START });
  expect(wordsIn((await elsewhere.visitor('GET', '/')).payload)).toContain(words);
});

test('the home page changes at the very second of the start, as the calendar does', async () => {
  const calendar = async () => (await file()).statusCode;
  await save({ starts_at: START });
  vi.setSystemTime(Date.parse(START) - 1);
  expect([await calendar(), await fact('Прямой эфир')]).toEqual([200, expect.stringMatching(/^Ещё не начался/)]);
  vi.setSystemTime(Date.parse(START));
  expect([await calendar(), await fact('Прямой эфир')]).toEqual([404, expect.stringMatching(/^Вот-вот начнётся/)]);
});

const write = (title: string, rest: object) =>
  t.editor('POST', '/api/admin/news', { title, content: '<p>x</p>', ...rest });
const group = async (name: string) => (await t.editor('POST', '/api/admin/groups', { name })).json().id as number;

test('who won is said by the public one of the prepared variants and by nothing before, by the latest of several, and nobody once all are withdrawn', async () => {
  const [first, second] = [await group('Тайная группа'), await group('Финал')];
  await write('Победила Анна', { group: first, status: 'draft' });
  await write('Победил Борис', { group: first, status: 'scheduled', publishAt: '2031-07-18T18:00:00Z' });
  await write('Обычная новость', {});
  for (const path of ['/', '/_root.data', '/api/news', '/feed.xml'])
    expect(await page(path)).not.toMatch(/Победила|Победил |Тайная/);
  expect(await fact('Победитель')).toBe('Узнаем после финала Новости');
  vi.setSystemTime(new Date('2031-07-18T18:00:00Z'));
  expect(await fact('Победитель')).toBe('Победил Борис Читать');
  expect(await page()).toContain('href="/news/pobedil-boris"');
  expect(await page()).not.toMatch(/Победила|Тайная/);
  vi.setSystemTime(new Date('2031-07-18T19:00:00Z'));
  await write('Финал: Вера', { group: second, date: '2020-01-01' });
  expect(await fact('Победитель')).toMatch(/^Финал: Вера/);
  await t.editor('PUT', '/api/admin/news/final-vera', { status: 'draft' });
  expect(await fact('Победитель')).toMatch(/^Победил Борис/);
  await t.editor('DELETE', '/api/admin/news/pobedil-boris');
  expect(await fact('Победитель')).toMatch(/^Узнаем после финала/);
});

const file = () => t.visitor('GET', '/start.ics');
/** Lines as a calendar program reads them: folded ones put together again. */
const lines = async () => (await file()).payload.replace(/\r\n /g, '').split('\r\n');
const value = async (name: string) =>
  (await lines()).find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);

test('the calendar event has what RFC 5545 asks for, in UTC', async () => {
  await save({ starts_at: START });
  const { headers, payload } = await file();
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="start.ics"');
  expect([headers['cache-control'], payload.endsWith('END:VCALENDAR\r\n')]).toEqual(['no-cache', true]);
  expect(payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect((await lines()).slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(await value('DTSTART')).toBe('20310720T170000Z');
  expect(await value('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
  expect([await value('SUMMARY'), await value('URL')]).toEqual([FORM.title, 'https://festival.example/watch']);
  for (const part of ['VCALENDAR', 'VEVENT', 'VALARM'])
    expect((await lines()).filter((line) => line.endsWith(`:${part}`))).toEqual([`BEGIN:${part}`, `END:${part}`]);
});

test('the calendar event is answered from memory, keeps its name when it moves, and counts its changes', async () => {
  await save({ starts_at: START });
  const version = { 'if-none-match': String((await file()).headers.etag) };
  expect((await t.visitor('GET', '/start.ics', undefined, version)).statusCode).toBe(304);
  const [uid, sequence] = [await value('UID'), Number(await value('SEQUENCE'))];
  await save({ starts_at: '2031-07-21T17:00:00Z' });
  expect(await value('DTSTART')).toBe('20310721T170000Z');
  expect(await value('UID')).toBe(uid);
  expect(Number(await value('SEQUENCE'))).toBeGreaterThan(sequence);
});

test('the calendar event escapes what has a meaning of its own, and lets no text add lines', async () => {
  const words = { title: 'Финал; часть 1, «да\\нет»', description: 'Первая\r\nEND:VEVENT\nТри\u0007' };
  await save({ starts_at: START, ...words });
  expect(await value('SUMMARY')).toBe('Финал\\; часть 1\\, «да\\\\нет»');
  expect(await value('DESCRIPTION')).toBe('Первая\\nEND:VEVENT\\nТри\\n\\nhttps://festival.example/watch');
  expect((await lines()).filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

test('the calendar event folds its lines at 75 octets without cutting a character in two', async () => {
  const title = 'Ёлка 🎤 и ещё очень длинное название финала конкурса песни'.repeat(4);
  await save({ starts_at: START, title });
  const raw = (await file()).rawPayload.toString('latin1').split('\r\n');
  expect(Math.max(...raw.map((line) => line.length))).toBeLessThanOrEqual(75);
  for (const line of raw)
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))).not.toThrow();
  expect(await value('SUMMARY')).toBe(title);
});
