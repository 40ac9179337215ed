import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { needHeard } from '../live/heard.ts';
import { signInAs } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';

const NOON = Date.parse('2031-07-20T09:00:00Z');
const MINUTE = 60_000;
const WORDS = 'Начало сдвинуто на 20 минут';
const NOTHING = { text: '', link: null, ends_at: null };
const PAGES = ['/', '/news', '/watch', '/vote', '/about', '/nothing-here'];

vi.useFakeTimers({ toFake: ['Date'], now: NOON });
const t = await needHeard();
afterAll(() => vi.useRealTimers());
beforeEach(async () => {
  vi.setSystemTime(NOON);
  if ((await seen()).text) await put({ text: '' });
});

const put = (body: object, headers?: Record<string, string>) => t.editor('PUT', '/api/urgent', body, headers);
const seen = async () => (await t.visitor('GET', '/api/urgent')).json();
const shownOn = async () => {
  const bodies = await Promise.all(PAGES.map(async (path) => (await t.visitor('GET', path)).payload));
  return PAGES.filter((_, at) => bodies[at]?.includes(WORDS));
};

test('a message is at the top of every public page, cached ones too, with its link, and goes when it is removed', async () => {
  expect(await shownOn()).toEqual([]);
  const { id, ...nothing } = await seen();
  expect(nothing).toEqual(NOTHING);
  const saved = await put({ text: WORDS, link: '/news/delay' });
  const shown = { id: id + 1, text: WORDS, link: '/news/delay', ends_at: null };
  expect([saved.statusCode, saved.json(), await shownOn()]).toEqual([200, shown, PAGES]);
  const home = (await t.visitor('GET', '/')).payload;
  expect(home).toMatch(/<div[^>]* role="status">.*Начало сдвинуто на 20 минут.*<a [^>]*href="\/news\/delay"/);
  expect((await t.visitor('GET', '/admin')).payload).not.toContain(WORDS);

  expect((await put({ text: '' })).json()).toMatchObject({ ...NOTHING, id: id + 2 });
  expect(await shownOn()).toEqual([]);
});

test('open pages hear of it, and of the next one with the same words as of another', async () => {
  const stream = await t.listen();
  const { id } = (await stream.next('urgent')).data as { id: number };
  await put({ text: WORDS });
  expect((await stream.next('urgent')).data).toMatchObject({ id: id + 1, text: WORDS });
  await put({ text: '' });
  expect((await stream.next('urgent')).data).toMatchObject({ text: '' });
  await put({ text: WORDS });
  expect((await stream.next('urgent')).data).toMatchObject({ id: id + 3, text: WORDS });
  expect((await t.visitor('GET', '/api/live?poll')).json().urgent).toMatchObject({ id: id + 3, text: WORDS });
  stream.close();
});

test('one for an hour goes by itself, from cached pages and for those who ask anew', async () => {
  await put({ text: WORDS, minutes: 60 });
  const tag = (await t.visitor('GET', '/api/urgent')).headers.etag;
  expect(await seen()).toMatchObject({ ends_at: '2031-07-20T10:00:00.000Z' });
  expect(await shownOn()).toEqual(PAGES);
  vi.setSystemTime(NOON + 60 * MINUTE - 1);
  expect(await shownOn()).toEqual(PAGES);
  vi.setSystemTime(NOON + 60 * MINUTE);
  expect(await shownOn()).toEqual([]);
  expect(await seen()).toMatchObject(NOTHING);
  expect((await t.visitor('GET', '/api/urgent')).headers.etag).not.toBe(tag);
  expect((await t.visitor('GET', '/api/live?poll')).json().urgent).toMatchObject({ text: '' });
});

test('its words and its address are data: no mark-up, no scheme but http', async () => {
  const text = '<b onclick="x()">Внимание</b>';
  expect((await put({ text, link: 'https://example.org/?a=1&b="' })).statusCode).toBe(400);
  await put({ text });
  expect((await t.visitor('GET', '/')).payload).toContain('&lt;b onclick=&quot;x()&quot;&gt;Внимание&lt;/b&gt;');
});

const REFUSED = rowsIn('settings/refused-urgent.txt', '', { WORDS });
test.each(REFUSED)('%s is 400 and changes nothing', async (body, field) => {
  const before = await seen();
  const refused = await put(JSON.parse(body));
  expect([refused.statusCode, Object.keys(refused.json().fields), await seen()]).toEqual([400, [field], before]);
});

test('those of the night say it, of two at once one, and the audit log tells who', async () => {
  const broadcast = await signInAs(t, 'broadcast', 'Вера');
  const author = await signInAs(t, 'author');
  expect((await author('PUT', '/api/urgent', { text: WORDS })).statusCode).toBe(403);
  const version = { 'if-match': String((await broadcast('GET', '/api/urgent')).headers.etag) };
  const both = await Promise.all(['Раз', 'Два'].map((text) => broadcast('PUT', '/api/urgent', { text }, version)));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
  await put({ text: '' });

  await t.editor('POST', '/api/admin/news', { title: 'Не для эфира' });
  const log = (await broadcast('GET', '/api/admin/journal?limit=2')).json() as { who: string; action: string }[];
  expect(log.map(({ who, action }) => `${who} ${action}`)).toEqual(['admin urgent.remove', 'Вера urgent.show']);
  const asked = (await broadcast('GET', '/api/admin/journal?kind=article,urgent')).json() as typeof log;
  expect([asked.slice(0, 2), asked.filter(({ action }) => !action.startsWith('urgent'))]).toEqual([log, []]);
});
