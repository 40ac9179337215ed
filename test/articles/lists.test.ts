import { beforeAll, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
beforeAll(async () => {
  const days = ['2025-05-03', '2025-05-01', '2025-05-03', '2025-05-02', '2025-05-01'];
  for (const [at, date] of days.entries()) {
    await t.editor('POST', '/api/admin/news', {
      title: `Новость ${at + 1}`,
      slug: `n${at + 1}`,
      date,
      content: '<p>Тело</p>',
    });
  }
  await t.editor('POST', '/api/admin/news', {
    title: 'ЁЛОЧНЫЙ 100%_черновик',
    slug: 'draft',
    date: '2025-06-01',
    status: 'draft',
  });
});

const slugs = (answer: { json: () => { slug: string }[] }) => answer.json().map(({ slug }) => slug);

test('the list is newest first by date, then by creation', async () => {
  expect(slugs(await t.visitor('GET', '/api/news'))).toEqual(['n3', 'n1', 'n4', 'n5', 'n2']);
});

test('following Link walks the whole list once', async () => {
  const seen: string[] = [];
  let url: string | undefined = '/api/news?limit=2&fields=card&utm=x';
  while (url) {
    const page = await t.visitor('GET', url);
    seen.push(...slugs(page));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
  }
  expect(seen).toEqual(['n3', 'n1', 'n4', 'n5', 'n2']);
});

test('a full last page has no next one', async () => {
  expect((await t.visitor('GET', '/api/news?limit=5')).headers.link).toBeUndefined();
});

test('fields=card leaves out the bodies', async () => {
  const [card] = (await t.visitor('GET', '/api/news?fields=card&limit=1')).json();
  expect(card).toHaveProperty('excerpt', 'Тело');
  expect(card).not.toHaveProperty('content');
});

test.each([
  'limit=0',
  'limit=101',
  'limit=abc',
  'limit=1.5',
  'limit=-1',
  'limit=',
  'after=zzz',
  'after=',
  'limit=1&limit=2',
  'after=2025-05-01.99999999999',
])('?%s is 400', async (query) => {
  const refused = await t.visitor('GET', `/api/news?${query}`);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toMatch(/[а-яё]/i);
});

test('unknown parameters are ignored', async () => {
  expect((await t.visitor('GET', '/api/news?utm_source=vk&page=zzz')).statusCode).toBe(200);
});

test('the panel’s list can leave out the bodies too', async () => {
  const [card] = (await t.editor('GET', '/api/admin/news?fields=card&limit=1')).json();
  expect(card).toMatchObject({ slug: 'draft', id: expect.any(Number), status: 'draft' });
  expect(card).not.toHaveProperty('content');
});

test('the panel filters by status and by a part of the title in any case', async () => {
  expect(slugs(await t.editor('GET', '/api/admin/news?status=draft'))).toEqual(['draft']);
  expect(slugs(await t.editor('GET', '/api/admin/news?q=ёлочный'))).toEqual(['draft']);
  expect(slugs(await t.editor('GET', `/api/admin/news?q=${encodeURIComponent('100%_')}`))).toEqual(['draft']);
  expect(slugs(await t.editor('GET', '/api/admin/news?q=%25'))).toEqual(['draft']);
  expect(slugs(await t.editor('GET', '/api/admin/news?status=published&q=новость&limit=2'))).toEqual(['n3', 'n1']);
  expect((await t.editor('GET', '/api/admin/news?status=nonsense')).statusCode).toBe(400);
  expect((await t.editor('GET', '/api/admin/news?q=%00')).statusCode).toBe(400);
});
