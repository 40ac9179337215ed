import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectRefusal } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const NEWS = '/api/admin/news';
/** In the afternoon of 20 November in Moscow, and in the first hour of the 21st there. */
const BEGUN = '2026-11-20T11:00:00.000Z';
const NEXT_DAY = '2026-11-20T21:30:00.000Z';

const t = await needSite({ SITE_TIME_ZONE: 'Europe/Moscow' });
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(BEGUN) }));
afterEach(() => void vi.useRealTimers());

let made = 0;
async function write(fields: object) {
  made += 1;
  const { slug } = (await t.editor('POST', NEWS, { title: `День ${made}`, ...fields })).json();
  return {
    slug,
    read: async () => (await t.editor('GET', `${NEWS}/${slug}`)).json(),
    put: async (change: object) => (await t.editor('PUT', `${NEWS}/${slug}`, change)).json(),
  };
}

test('a date that follows the publication is the day on which a draft is published, by the clock of the site', async () => {
  const draft = await write({ status: 'draft', dateFollows: true });
  expect(await draft.read()).toMatchObject({ date: '2026-11-20', dateFollows: true });
  vi.setSystemTime(NEXT_DAY);
  expect(await draft.put({ status: 'published' })).toMatchObject({ date: '2026-11-21', dateFollows: true });
  expect((await t.visitor('GET', `/api/news/${draft.slug}`)).json().date).toBe('2026-11-21');
  vi.setSystemTime('2026-11-20T22:10:00.000Z');
  expect(await draft.put({ title: 'Исправлено' })).toMatchObject({ date: '2026-11-21' });
});

test('a date that follows the publication is the day for which an article is planned, wherever that is moved', async () => {
  const planned = { status: 'scheduled', publishAt: '2026-12-31T21:30:00.000Z' };
  const article = await write({ ...planned, dateFollows: true });
  expect((await article.read()).date).toBe('2027-01-01');
  expect((await article.put({ publishAt: '2026-12-30T20:00:00.000Z' })).date).toBe('2026-12-30');
  expect((await article.put({ status: 'draft' })).date).toBe('2026-11-20');
});

test('a date that follows the publication goes on when the whole article is sent back, stays what somebody gave it, and follows again when told to', async () => {
  const article = await write({ status: 'draft', dateFollows: true });
  expect(await article.put(await article.read())).toMatchObject({ date: '2026-11-20', dateFollows: true });
  for (const whole of [await article.read(), {}]) {
    await article.put({ dateFollows: true });
    const given = await article.put({ ...whole, date: '2025-07-20' });
    expect(given).toMatchObject({ date: '2025-07-20', dateFollows: false });
  }
  vi.setSystemTime(NEXT_DAY);
  expect(await article.put({ status: 'published' })).toMatchObject({ date: '2025-07-20', dateFollows: false });
  expect(await article.put({ dateFollows: true })).toMatchObject({ date: '2026-11-21', dateFollows: true });
  expect(await article.put({ dateFollows: false })).toMatchObject({ date: '2026-11-21', dateFollows: false });
});

test('a date that follows the publication follows the present publication when a version from before it is restored', async () => {
  const article = await write({ status: 'draft', dateFollows: true });
  vi.setSystemTime(NEXT_DAY);
  await article.put({ status: 'published' });
  await article.put({ date: '2025-07-20' });
  const restore = async (version: number) =>
    (await t.editor('POST', `${NEWS}/${article.slug}/revisions/${version}/restore`)).json();
  expect(await restore(1)).toMatchObject({ date: '2026-11-21', dateFollows: true, status: 'published' });
  expect(await restore(3)).toMatchObject({ date: '2025-07-20', dateFollows: false });
  const versions = [1, 3].map((version) => t.editor('GET', `${NEWS}/${article.slug}/revisions/${version}`));
  expect((await Promise.all(versions)).map((answer) => answer.json().dateFollows)).toEqual([true, false]);
});

test('a date that follows the publication is asked for, by yes or no: without that a draft keeps the day it was begun, and an empty date is today', async () => {
  const draft = await write({ status: 'draft' });
  vi.setSystemTime(NEXT_DAY);
  expect(await draft.put({ status: 'published' })).toMatchObject({ date: '2026-11-20', dateFollows: false });
  expect(await draft.put({ date: null })).toMatchObject({ date: '2026-11-21', dateFollows: false });
  const planned = await write({ status: 'scheduled', publishAt: '2026-12-31T12:00:00.000Z', date: '' });
  expect((await planned.read()).date).toBe('2026-11-21');
  const refused = await t.editor('PUT', `${NEWS}/${planned.slug}`, { dateFollows: 'yes' });
  expectRefusal(refused, 400, 'Дата по дню публикации: выберите «да» или «нет».');
});
