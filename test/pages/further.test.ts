import { beforeAll, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
beforeAll(async () => {
  for (let day = 1; day <= 7; day += 1)
    await t.editor('POST', '/api/admin/news', { title: `День ${day}`, slug: `day-${day}`, date: `2025-07-0${day}` });
  await t.editor('POST', '/api/admin/news', { title: 'Тайна', slug: 'secret', date: '2025-07-06', status: 'draft' });
});

async function linked(slug: string) {
  const { payload } = await t.visitor('GET', `/news/${slug}`);
  const [, older] = /<a [^>]*rel="prev"[^>]*href="\/news\/([\w-]+)"/.exec(payload) ?? [];
  const [, newer] = /<a [^>]*rel="next"[^>]*href="\/news\/([\w-]+)"/.exec(payload) ?? [];
  const [, also = ''] = payload.split('Читайте также');
  const others = Array.from(also.matchAll(/<article.*?href="\/news\/([\w-]+)".*?<\/article>/gs), ([, other]) => other);
  return { older, newer, others };
}

test('an article leads to its neighbours in the list and to the newest others', async () => {
  expect(await linked('day-2')).toEqual({ older: 'day-1', newer: 'day-3', others: ['day-7', 'day-6', 'day-5'] });
  expect(await linked('day-7')).toEqual({ older: 'day-6', newer: undefined, others: ['day-5', 'day-4', 'day-3'] });
  expect(await linked('day-1')).toEqual({ older: undefined, newer: 'day-2', others: ['day-7', 'day-6', 'day-5'] });
});

test('articles of one day follow each other in the order of the list', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Вечер', slug: 'evening', date: '2025-07-04' });
  expect(await linked('evening')).toMatchObject({ older: 'day-4', newer: 'day-5' });
  expect(await linked('day-4')).toMatchObject({ older: 'day-3', newer: 'evening' });
  await t.editor('DELETE', '/api/admin/news/evening');
});

test('an article that is withdrawn or appears leaves and enters the pages of others at once', async () => {
  expect((await linked('day-2')).others).toContain('day-7');
  await t.editor('PUT', '/api/admin/news/day-7', { status: 'draft' });
  await t.editor('PUT', '/api/admin/news/day-3', { status: 'draft' });
  expect(await linked('day-2')).toEqual({ older: 'day-1', newer: 'day-4', others: ['day-6', 'day-5'] });
  await t.editor('PUT', '/api/admin/news/secret', { status: 'published' });
  expect((await linked('day-2')).others).toEqual(['secret', 'day-6', 'day-5']);
});
