import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const START = '2031-07-20T17:00:00.000Z';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });

const save = (change: object) =>
  t.editor('PUT', '/api/watch-settings', { title: 'Финал', description: 'Эфир', starts_at: START, ...change });
const file = () => t.visitor('GET', '/start.ics');
/** Lines as a calendar program reads them: folded ones put together again. */
const lines = async () => (await file()).payload.replace(/\r\n /g, '').split('\r\n');
const value = async (name: string) =>
  (await lines()).find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);

test('there is no calendar event while no start is set, nor once it is taken back', async () => {
  expect((await file()).statusCode).toBe(404);
  await save({});
  expect((await file()).statusCode).toBe(200);
  await save({ starts_at: null });
  const gone = await file();
  expect([gone.statusCode, gone.json().message]).toEqual([404, 'Эфир уже начался, или его время не объявили.']);
});

test('the calendar event has what RFC 5545 asks for, in UTC', async () => {
  await save({});
  const { headers, payload } = await file();
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="start.ics"');
  expect(headers['cache-control']).toBe('no-cache');
  expect(payload.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect((await lines()).slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(await value('DTSTART')).toBe('20310720T170000Z');
  expect(await value('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
  expect([await value('SUMMARY'), await value('URL')]).toEqual(['Финал', 'https://festival.example/watch']);
  for (const part of ['VCALENDAR', 'VEVENT', 'VALARM'])
    expect((await lines()).filter((line) => line.endsWith(`:${part}`))).toEqual([`BEGIN:${part}`, `END:${part}`]);
});

test('the calendar event keeps its name when it moves, and counts its changes', async () => {
  await save({});
  const [uid, sequence] = [await value('UID'), Number(await value('SEQUENCE'))];
  await save({ starts_at: '2031-07-21T17:00:00Z' });
  expect(await value('DTSTART')).toBe('20310721T170000Z');
  expect(await value('UID')).toBe(uid);
  expect(Number(await value('SEQUENCE'))).toBeGreaterThan(sequence);
});

test('the calendar event escapes what has a meaning of its own, and lets no text add lines', async () => {
  await save({ title: 'Финал; часть 1, «да\\нет»', description: 'Первая\r\nEND:VEVENT\nТретья\u0007' });
  expect(await value('SUMMARY')).toBe('Финал\\; часть 1\\, «да\\\\нет»');
  expect(await value('DESCRIPTION')).toBe('Первая\\nEND:VEVENT\\nТретья\\n\\nhttps://festival.example/watch');
  expect((await lines()).filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

test('the calendar event folds its lines at 75 octets without cutting a character in two', async () => {
  const title = 'Ёлка 🎤 и ещё очень длинное название финала конкурса песни'.repeat(4);
  await save({ title });
  const raw = Buffer.from((await file()).rawPayload)
    .toString('latin1')
    .split('\r\n');
  expect(Math.max(...raw.map((line) => line.length))).toBeLessThanOrEqual(75);
  for (const line of raw)
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))).not.toThrow();
  expect(await value('SUMMARY')).toBe(title);
});

test('the calendar event is answered from memory until something changes', async () => {
  await save({});
  const version = { 'if-none-match': String((await file()).headers.etag) };
  expect((await t.visitor('GET', '/start.ics', undefined, version)).statusCode).toBe(304);
  await save({ title: 'Большой финал' });
  expect(await value('SUMMARY')).toBe('Большой финал');
});
